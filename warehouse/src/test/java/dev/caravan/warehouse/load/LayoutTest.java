package dev.caravan.warehouse.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.warehouse.TradeClass;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
    private static Layout layout(String header) throws BadFile {
        return Layout.of(List.of(header.split(","))).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "product_id,product_hs92_code,year,export_value,import_value,pci|PRODUCT_YEAR|HS92",
                "product_code,year,product_section,world_export_value,source_pci,pci|PRODUCT_YEAR|HS92",
                "country_id,country_iso3_code,product_id,product_hs92_code,year,export_value,import_value,global_market_share,export_rca,distance,cog,pci"
                        + "|COUNTRY_PRODUCT_YEAR|HS92",
                "year,pci,location_code,export_value,hs_product_code|COUNTRY_PRODUCT_YEAR|HS92",
                "country_id,product_hs12_code,year,export_value|COUNTRY_PRODUCT_YEAR|HS12",
                "location_id,product_id,year,export_value,export_rca,location_code,sitc_product_code|COUNTRY_PRODUCT_YEAR|SITC",
                "country_id,country_iso3_code,partner_country_id,partner_iso3_code,product_id,product_hs22_code,year,export_value,import_value"
                        + "|COUNTRY_COUNTRY_PRODUCT_YEAR|HS22",
                "country_id,country_iso3_code,partner_country_id,partner_iso3_code,year,export_value,import_value|COUNTRY_COUNTRY_YEAR|HS92",
                "country_code,year,region,export_value,import_value,diversity,eci|COUNTRY_YEAR|HS92",
                "year,location_code,eci_hs92,eci_rank_hs92,eci_sitc,eci_rank_sitc|RANKINGS|HS92",
                "country_id,country_iso3_code,year,eci_sitc,eci_rank_sitc,eci_hs92,eci_rank_hs92,eci_hs12,eci_rank_hs12,growth_proj|RANKINGS|HS92",
                "location_id,year,sitc_eci,hs_eci,growth_proj,sitc_eci_rank,hs_eci_rank,code|RANKINGS|HS92",
                "Country_ISO3_Code, YEAR ,Export_Value|COUNTRY_YEAR|HS92",
            })
    void recognisesTheKindOfAFileByItsHeader(String header, FileKind kind, TradeClass trade) throws BadFile {
        assertThat(layout(header).kind()).isEqualTo(kind);
        assertThat(layout(header).trade()).isEqualTo(trade);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from,to,proximity",
                "product_code,product_name_short,pci_final,density",
                "MIT License",
                "country_iso3_code,year,region",
                "product_hs92_code,year,ubiquity",
                "country_iso3_code,export_value",
                "country_iso3_code,product_hs92_code,year,export_rca",
                "product_code,world_export_value,pci_final"
            })
    void takesNothingElseForABulkFile(String header) throws BadFile {
        assertThat(Layout.of(List.of(header.split(",")))).isEmpty();
    }

    @Test
    void prefersWhatTheAtlasPublishedToWhatWasComputedAnewAndSaysSo() throws BadFile {
        Layout layout = layout("country_code,product_code,year,export_value,rca,source_export_rca");
        assertThat(layout.values()).containsEntry(Field.RCA, 5);
        assertThat(layout.remarks()).anyMatch(remark -> remark.contains("source_export_rca, not from rca"));
    }

    @Test
    void leavesAnIndexOverAllEconomiesAsideAndSaysSo() throws BadFile {
        Layout layout = layout("country_code,year,export_value,eci");
        assertThat(layout.values()).containsOnlyKeys(Field.EXPORTS);
        assertThat(layout.remarks()).anyMatch(remark -> remark.contains("Column eci is not loaded"));
    }

    @Test
    void prefersCodesToNumbersOfCountries() throws BadFile {
        assertThat(layout("country_id,country_iso3_code,year,export_value").country())
                .isEqualTo(new Layout.Place(1, true));
        assertThat(layout("country_id,year,export_value").country()).isEqualTo(new Layout.Place(0, false));
    }

    @Test
    void refusesAHeaderWithAColumnTwice() {
        assertThatThrownBy(() -> layout("year,export_value,year,country_code"))
                .isInstanceOf(BadFile.class)
                .hasMessageContaining("column year twice");
    }
}
