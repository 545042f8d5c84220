package dev.caravan.derive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.derive.TakeTables.Brought;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.BadRequest;
import dev.caravan.upload.Upload;
import dev.caravan.workspace.Workspace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakeTablesTest {
    private static final String ORDERS =
            "Order ID,Order Date,Customer,Amount,Paid\n1,2024-01-05,Ada,12.50,true\n2,2024-02-07,Bob,7.25,false\n3,2024-02-09,Ada,3.00,true\n";

    @TempDir
    Path folder;

    private TakeTables tables;

    @BeforeEach
    void open() {
        tables = new TakeTables(
                folder.resolve("workspaces"),
                name -> folder.resolve("data").resolve(name),
                new Upload(100_000, "tables.max-file"));
    }

    private Map<String, Object> take(String file, byte[] content) {
        return tables.take(new Brought("shop", "My shop", file, new ByteArrayInputStream(content)));
    }

    private Map<String, Object> take(String file, String content) {
        return take(file, content.getBytes(StandardCharsets.UTF_8));
    }

    private Schema schema() throws IOException {
        return SemanticModel.read(folder.resolve("workspaces/shop/semantic-model.yaml"))
                .schema()
                .orElseThrow();
    }

    @Test
    void makesAWorkspaceOfATableWithTheTypesOfItsColumnsAndQuestionsThatWork() throws Exception {
        Map<String, Object> told = take("My Orders.csv", ORDERS);
        assertThat(told.get("tables").toString())
                .contains("name=my_orders", "rows=3")
                .contains("order_id", "bigint", "order_date", "date", "varchar", "double", "boolean");
        assertThat((List<?>) told.get("questions"))
                .map(Object::toString)
                .contains("What is the total amount per customer?", "Which customer has the highest total amount?");
        Workspace workspace = Workspace.read(folder.resolve("workspaces/shop"));
        assertThat(workspace.title()).isEqualTo("My shop");
        assertThat(workspace.examples()).isEqualTo(told.get("questions"));
        assertThat(schema().relations()).containsOnlyKeys("main.my_orders");
    }

    @Test
    void aFurtherFileIsJoinedToTheOthersAndOneOfTheSameNameTakesItsPlace() throws Exception {
        take(
                "orders.csv",
                ORDERS.replace("Customer", "customer_id").replace("Ada", "1").replace("Bob", "2"));
        take("customers.csv", "customer_id,name\n1,Ada\n2,Bob\n");
        assertThat(schema().relations()).containsOnlyKeys("main.orders", "main.customers");
        assertThat(schema().relations().get("main.orders").references().toString())
                .contains("customer_id=main.customers.customer_id");
        assertThat(take("customers.csv", "customer_id,name\n1,Ada\n2,Bob\n3,Cid\n")
                        .toString())
                .contains("rows=3");
    }

    @ParameterizedTest
    @CsvSource({"utf-8, ';', ','", "iso-8859-1, ';', ','", "utf-8, '\t', '.'", "utf-8, '|', '.'"})
    void readsOtherSeparatorsDecimalCommasAndAnOlderEncoding(String encoding, String separator, String comma) {
        String text =
                "Stadt#Größe\nMünchen#1.5\nKöln#2.25\n".replace(".", comma).replace("#", separator);
        Map<String, Object> told = take("städte.csv", text.getBytes(java.nio.charset.Charset.forName(encoding)));
        assertThat(told.get("tables").toString()).contains("name=stadte", "type=double", "rows=2");
    }

    @ParameterizedTest
    @CsvSource({
        "notes.pdf, a, 415, kind that is not read",
        "'', a, 415, name the file",
        "empty.csv, '', 422, is empty",
        "head.csv, 'a,b', 422, no rows",
        "broken.parquet, nothing, 422, cannot be read as a table",
        "broken.xlsx, nothing, 422, no workbook",
    })
    void saysWhatIsWrongWithAFileAndKeepsNothingOfIt(String file, String content, int status, String says) {
        assertThatThrownBy(() -> take(file, content))
                .isInstanceOfSatisfying(
                        BadRequest.class, e -> assertThat(e.status()).isEqualTo(status))
                .hasMessageContaining(says)
                .hasMessageNotContaining(folder.toString());
        assertThat(folder.resolve("workspaces")).doesNotExist();
        assertThat(folder.resolve("data/shop"))
                .satisfiesAnyOf(path -> assertThat(path).doesNotExist(), path -> assertThat(path)
                        .isEmptyDirectory());
    }

    @Test
    void refusesAFileThatIsTooLargeAndAWorkspaceThatIsNotMadeOfFiles() throws Exception {
        assertThatThrownBy(() -> take("orders.csv", "a,b\n" + "1,2\n".repeat(30_000)))
                .hasMessageContaining("tables.max-file");
        Files.createDirectories(folder.resolve("workspaces/shop"));
        Files.writeString(folder.resolve("workspaces/shop/workspace.yaml"), "title: x\n");
        assertThatThrownBy(() -> take("orders.csv", ORDERS)).hasMessageContaining("not made of files");
        assertThatThrownBy(() ->
                        tables.take(new Brought("../shop", "", "orders.csv", new ByteArrayInputStream(new byte[1]))))
                .hasMessageContaining("small letters");
    }
}
