package dev.caravan.warehouse.load;

/** Why a file is not loaded, in words for the person who gave it. */
class BadFile extends Exception {
    private static final long serialVersionUID = 1L;

    BadFile(String reason) {
        super(reason);
    }

    BadFile(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** The file is no bulk file at all: nothing is wrong with it, it is of another kind. */
    static final class Unknown extends BadFile {
        private static final long serialVersionUID = 1L;

        Unknown(String reason) {
            super(reason);
        }
    }
}
