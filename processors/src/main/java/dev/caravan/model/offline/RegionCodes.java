package dev.caravan.model.offline;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of states of the USA (postal codes) and of countries (ISO 3166) by the codes that databases store for them. */
final class RegionCodes {
    private static final Map<String, String> STATES = parsed(
            "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,"
                    + "IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,"
                    + "MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,"
                    + "PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming");

    private RegionCodes() {}

    private static Map<String, String> parsed(String list) {
        return java.util.Arrays.stream(list.split(","))
                .collect(Collectors.toMap(each -> each.substring(0, 2), each -> each.substring(3)));
    }

    /**
     * The names that the values of a column stand for; none where they are no such codes.
     *
     * @param values all values of the column
     * @param column its name, which tells states from countries of one code
     */
    static Map<String, String> names(Set<String> values, String column) {
        Map<String, String> names = new HashMap<>();
        boolean codes = !values.isEmpty()
                && values.stream().allMatch(value -> value.strip().matches("[A-Z]{2,3}"));
        if (!codes) {
            return names;
        }
        boolean country = column.toLowerCase(Locale.ROOT).contains("countr")
                || column.toLowerCase(Locale.ROOT).contains("nation");
        if (!country && values.stream().allMatch(value -> STATES.containsKey(value.strip()))) {
            values.forEach(value -> names.put(value, STATES.get(value.strip())));
        } else if (country) {
            for (String iso : Locale.getISOCountries()) {
                Locale locale = new Locale.Builder().setRegion(iso).build();
                for (String code : Set.of(iso, locale.getISO3Country())) {
                    if (values.contains(code)) {
                        names.put(code, locale.getDisplayCountry(Locale.ENGLISH));
                    }
                }
            }
        }
        return names;
    }
}
