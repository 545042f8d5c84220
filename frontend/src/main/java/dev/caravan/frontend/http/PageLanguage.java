package dev.caravan.frontend.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The languages that the page's own texts are there in; each has a folder of this name in {@code texts}. */
enum PageLanguage {
    EN,
    DE;

    /** What a person has chosen on the page; kept by the browser. */
    static final String COOKIE = "caravan.language";

    /** The folder of its texts, and its tag in HTML. */
    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the person has chosen, or else the first that the browser asks for; English where it is none of these. */
    static PageLanguage of(HttpServletRequest request) {
        Cookie[] cookies = Optional.ofNullable(request.getCookies()).orElse(new Cookie[0]);
        return of(
                Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(COOKIE))
                        .map(Cookie::getValue)
                        .findFirst()
                        .orElse(""),
                Collections.list(request.getLocales()));
    }

    static PageLanguage of(String chosen, List<Locale> wanted) {
        return named(chosen)
                .or(() -> wanted.stream()
                        .map(Locale::getLanguage)
                        .flatMap(tag -> named(tag).stream())
                        .findFirst())
                .orElse(EN);
    }

    private static Optional<PageLanguage> named(String tag) {
        return Arrays.stream(values())
                .filter(language -> language.tag().equals(tag))
                .findFirst();
    }
}
