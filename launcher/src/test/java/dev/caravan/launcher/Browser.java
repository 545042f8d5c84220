package dev.caravan.launcher;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium of this computer; nothing is downloaded for it. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Starts it, or skips the test where there is none.
     *
     * @param downloads the folder for files that the page hands out
     */
    static Browser start(Path downloads) {
        Optional<Path> chromium = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<Path> chromedriver = onPath("chromedriver");
        Assumptions.assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "The page is not tested: there is no Chromium with its chromedriver on this computer (Debian: apt-get install chromium chromium-driver).");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.get().toString());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en");
        options.setExperimentalOption(
                "prefs",
                Map.of(
                        "download.default_directory",
                        downloads.toString(),
                        // a second file is not asked about
                        "profile.default_content_setting_values.automatic_downloads",
                        1));
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, java.util.logging.Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.get().toFile())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<Path> onPath(String... names) {
        List<String> folders =
                Arrays.asList(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    void open(Object address) {
        driver.get(address.toString());
    }

    String address() {
        return driver.getCurrentUrl();
    }

    void reload() {
        driver.navigate().refresh();
    }

    void goBack() {
        driver.navigate().back();
    }

    void goForward() {
        driver.navigate().forward();
    }

    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
        // a window has a smallest width, which a phone is below
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Waits until there are so many visible or hidden elements, and gives the last one. */
    WebElement await(String css, int count) {
        wait(
                "there are " + count + " of " + css,
                () -> driver.findElements(By.cssSelector(css)).size() >= count);
        List<WebElement> found = driver.findElements(By.cssSelector(css));
        return found.get(found.size() - 1);
    }

    WebElement await(String css) {
        return await(css, 1);
    }

    void wait(String what, java.util.function.BooleanSupplier condition) {
        new WebDriverWait(driver, PATIENCE)
                .pollingEvery(Duration.ofMillis(50))
                .ignoring(StaleElementReferenceException.class)
                .withMessage(what)
                .until(any -> condition.getAsBoolean());
    }

    List<String> texts(String css) {
        return driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .toList();
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    /** The text of the page's last element of that kind, seen or not. */
    String text(String css) {
        return String.valueOf(
                script("return [...document.querySelectorAll(arguments[0])].at(-1)?.textContent ?? ''", css));
    }

    void click(String css) {
        WebElement target = await(css);
        script("arguments[0].scrollIntoView({block: 'center'})", target);
        target.click();
    }

    /** Clicks on what leads to another page, and waits until this one is left: what is looked for next may be on both. */
    void follow(String css) {
        WebElement page = driver.findElement(By.tagName("html"));
        click(css);
        new WebDriverWait(driver, PATIENCE).until(ExpectedConditions.stalenessOf(page));
    }

    /** Takes hold of an element, moves it sideways and lets go. */
    void drag(String css, int pixels) {
        new Actions(driver).dragAndDropBy(await(css), pixels, 0).perform();
    }

    /** What was copied last. */
    String copied() {
        driver.executeCdpCommand(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
        return String.valueOf(
                asyncScript(
                        "const done = arguments[0]; navigator.clipboard.readText().then(done, (problem) => done(String(problem)))"));
    }

    /** Whether an element has the focus. */
    boolean isFocused(String css) {
        return Boolean.TRUE.equals(script("return document.activeElement.matches(arguments[0])", css));
    }

    /** As the system of a person who chose so; an empty value for one who chose nothing. */
    void prefer(String feature, String value) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", feature, "value", value))));
    }

    /** What is to be seen now, below target/pictures, for people to look at. */
    void picture(String name) throws IOException {
        Path file = Path.of(
                System.getProperty("caravan.home"), "launcher/target/pictures", name.replaceAll("\\W+", "-") + ".png");
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    void type(String css, String text) {
        await(css).sendKeys(text);
    }

    /** Puts a whole text where the focus is. */
    void paste(String text) {
        driver.executeCdpCommand("Input.insertText", Map.of("text", text));
    }

    /** Types at whatever has the focus. */
    void keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Goes on with the tabulator until an element has the focus. */
    void tabTo(String css) {
        for (int i = 0; i < 80; i++) {
            if (isFocused(css)) {
                return;
            }
            keys(Keys.TAB);
        }
        throw new AssertionError("the tabulator does not lead to " + css);
    }

    Object script(String script, Object... arguments) {
        return ((JavascriptExecutor) driver).executeScript(script, arguments);
    }

    Object asyncScript(String script, Object... arguments) {
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        return ((JavascriptExecutor) driver).executeAsyncScript(script, arguments);
    }

    /** What the browser complained about since the last call, such as a script that the policy refused. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                // a server with one workspace may have no list of them, which the page asks for and does without
                .filter(message -> !message.contains("/api/workspaces"))
                .toList();
    }

    /** The next page loads everything anew. */
    void forgetFiles() {
        driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
    }

    /** An empty page, and nothing kept of the pages of a server. */
    void forgetChoices(URI server) {
        driver.get("about:blank");
        driver.executeCdpCommand(
                "Storage.clearDataForOrigin",
                Map.of("origin", server.getScheme() + "://" + server.getAuthority(), "storageTypes", "local_storage"));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
