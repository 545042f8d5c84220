package dev.caravan.model;

import dev.langchain4j.data.message.UserMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A short name for long texts: SHA-256 over each text with its length. */
final class RequestHash {
    private static final int TELLING = 16;

    private RequestHash() {}

    /** 16 hexadecimal digits of what a provider is sent, for a log that tells no prompts. */
    static String of(ModelCall call) {
        List<String> texts = new ArrayList<>(List.of(call.prompt().key()));
        call.request()
                .messages()
                .forEach(message -> texts.add(
                        message instanceof UserMessage user
                                ? String.valueOf(user.contents())
                                : String.valueOf(message)));
        return of(texts).substring(0, TELLING);
    }

    /** 64 hexadecimal digits; other texts, or texts cut elsewhere, give others. */
    static String of(List<String> texts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String text : texts) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                digest.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                digest.update(bytes);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
