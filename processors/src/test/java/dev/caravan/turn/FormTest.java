package dev.caravan.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    private static final ObjectMapper JSON = Json.mapper();
    private static final Form.Choice COUNTRY = new Form.Choice(
            "country",
            "Which Georgia?",
            "",
            false,
            false,
            false,
            List.of(
                    new Form.Option("Georgia, the country", "GEO", "in the Caucasus"),
                    new Form.Option("Georgia, the state", "US-GA", "")));
    private static final Form.Choice YEARS = new Form.Choice(
            "years",
            "Which years?",
            "",
            true,
            true,
            false,
            List.of(new Form.Option("2022", null, null), new Form.Option("2023", null, null)));
    private static final Form.Items STEPS =
            new Form.Items("steps", "The plan", "", false, List.of("find", "compare", "write"));
    private static final Form.Text REMARK = new Form.Text("remark", "Anything else?", "", true, "");
    private static final Form FORM = new Form(List.of(COUNTRY, YEARS, STEPS, REMARK));

    private static Map<String, Object> accept(String reply) throws JsonProcessingException {
        return FORM.accept(JSON.readTree(reply));
    }

    @Test
    void takesAReplyByTheIdsOfItsQuestions() throws Exception {
        assertThat(
                        accept(
                                "{\"steps\": [\"compare\", \" find more \"], \"country\": \"GEO\", \"years\": [\"2023\", \"2023\"], \"remark\": \"be brief\"}"))
                .containsExactly(
                        Map.entry("country", "GEO"),
                        Map.entry("years", List.of("2023")),
                        Map.entry("steps", List.of("compare", "find more")),
                        Map.entry("remark", "be brief"));
    }

    @Test
    void whatIsOptionalMayBeLeftOut() throws Exception {
        assertThat(accept("{\"country\": \"GEO\", \"steps\": [\"find\"], \"remark\": null}"))
                .containsOnlyKeys("country", "steps");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'country': 'GEO', 'steps': ['a'], 'colour': 'red'} | reply.colour | asked for are country, years, steps, remark",
                "{'steps': ['a']} | reply.country | is missing: Which Georgia?",
                "{'country': null, 'steps': ['a']} | reply.country | is missing",
                "{'country': 'Georgia', 'steps': ['a']} | reply.country | 'Georgia', which is not one of GEO, US-GA",
                "{'country': ['GEO'], 'steps': ['a']} | reply.country | must be a text",
                "{'country': '', 'steps': ['a']} | reply.country | is empty",
                "{'country': 'GEO', 'years': '2023', 'steps': ['a']} | reply.years | must be a list",
                "{'country': 'GEO', 'years': ['2021'], 'steps': ['a']} | reply.years | '2021', which is not one of 2022, 2023",
                "{'country': 'GEO', 'steps': []} | reply.steps | leave at least one item",
                "{'country': 'GEO', 'steps': ['a', 7]} | reply.steps | must be a text",
                "{'country': 'GEO', 'steps': ['a'], 'remark': {}} | reply.remark | must be a text",
                "['GEO'] | reply | must be an object with the fields country",
            })
    void refusesAWrongReplyByTheNameOfItsField(String reply, String field, String detail) {
        BadRequest wrong = catchThrowableOfType(BadRequest.class, () -> accept(reply.replace('\'', '"')));
        assertThat(wrong.field()).isEqualTo(field);
        assertThat(wrong).hasMessageContaining(detail);
    }

    @Test
    void refusesTextsAndListsThatAreTooLong() {
        String longText = "x".repeat(4_001);
        assertThatThrownBy(() -> accept("{\"country\": \"GEO\", \"steps\": [\"" + longText + "\"]}"))
                .hasMessageContaining("4001 characters");
        String longList = "\"a\",".repeat(200) + "\"a\"";
        assertThatThrownBy(() -> accept("{\"country\": \"GEO\", \"steps\": [" + longList + "]}"))
                .hasMessageContaining("201 items");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GEO", "geo", " Georgia, the country "})
    void aMessageThatNamesAnOptionChoosesIt(String message) {
        assertThat(new Form(List.of(COUNTRY)).accept(message)).contains(Map.of("country", "GEO"));
    }

    @Test
    void aMessageThatNamesNoneIsNoReplyUnlessOtherThingsMayBeSaid() {
        assertThat(new Form(List.of(COUNTRY)).accept("What did Kenya export?")).isEmpty();
        Form.Choice open = new Form.Choice("country", "Which?", "", false, true, true, COUNTRY.options());
        assertThat(new Form(List.of(open)).accept("Kenya")).contains(Map.of("country", List.of("Kenya")));
    }

    @Test
    void aMessageAnswersAQuestionForFreeTextAndNoFormOfSeveral() {
        assertThat(new Form(List.of(REMARK)).accept("be brief")).contains(Map.of("remark", "be brief"));
        assertThat(new Form(List.of(REMARK)).accept("  ")).isEmpty();
        assertThat(new Form(List.of(STEPS)).accept("be brief")).isEmpty();
        assertThat(FORM.accept("GEO")).isEmpty();
        assertThat(Form.GO_ON.accept("GEO")).isEmpty();
    }

    @Test
    void tellsAReplyInWords() {
        assertThat(FORM.told(Map.of(
                        "country",
                        "GEO",
                        "years",
                        List.of("2022", "2023"),
                        "steps",
                        List.of("find", "write"),
                        "remark",
                        "no")))
                .isEqualTo(
                        "Which Georgia?: Georgia, the country (GEO)\nWhich years?: 2022; 2023\nThe plan: \n- find\n- write\nAnything else?: no");
        assertThat(FORM.told(Map.of("years", List.of()))).isEqualTo("Which years?: none of them");
    }

    @Test
    void comesBackFromJsonAsItWas() throws Exception {
        String json = JSON.writeValueAsString(FORM);
        assertThat(json)
                .contains("\"type\":\"choice\"")
                .contains("\"type\":\"list\"")
                .contains("\"type\":\"text\"");
        assertThat(JSON.readValue(json, Form.class)).isEqualTo(FORM);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'questions': [{'type': 'text', 'id': 'Not an id', 'label': 'x'}]} | small letters",
                "{'questions': [{'type': 'text', 'id': 'a'}]} | question 'a' of a form: there is no label",
                "{'questions': [{'type': 'choice', 'id': 'a', 'label': 'x'}]} | no options",
                "{'questions': [{'type': 'choice', 'id': 'a', 'label': 'x', 'options': [{'label': 'y'}, {'label': 'y'}]}]} | two options have the value 'y'",
                "{'questions': [{'type': 'choice', 'id': 'a', 'label': 'x', 'options': [{'value': 'y'}]}]} | without label",
                "{'questions': [{'type': 'text', 'id': 'a', 'label': 'x'}, {'type': 'text', 'id': 'a', 'label': 'y'}]} | two of this id",
                "{'questions': [{'type': 'dial', 'id': 'a', 'label': 'x'}]} | dial",
            })
    void refusesAFormThatNobodyCouldAnswer(String form, String fault) {
        assertThatThrownBy(() -> JSON.readValue(form.replace('\'', '"'), Form.class))
                .hasMessageContaining(fault);
    }
}
