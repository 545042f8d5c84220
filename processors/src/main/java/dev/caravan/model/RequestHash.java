package dev.caravan.model;

import dev.langchain4j.data.message.UserMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MurmurHash3;

/** Short names for long texts. */
final class RequestHash {
    private RequestHash() {}

    /**
     * 16 hexadecimal digits of what a provider is sent, for a log that tells no prompts: MurmurHash3, since every call pays for it
     * and nobody gains by two requests with one name.
     */
    static String of(ModelCall call) {
        StringBuilder sent = new StringBuilder(call.prompt().key());
        call.request().messages().forEach(message -> sent.append('\n')
                .append(message instanceof UserMessage user ? user.contents() : message));
        return HexFormat.of().toHexDigits(MurmurHash3.hash128x64(sent.toString().getBytes(StandardCharsets.UTF_8))[0]);
    }

    /** 64 hexadecimal digits, SHA-256 over each text with its length; other texts, or texts cut elsewhere, give others. */
    static String of(List<String> texts) {
        MessageDigest digest = DigestUtils.getSha256Digest();
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
