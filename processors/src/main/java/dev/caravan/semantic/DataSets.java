package dev.caravan.semantic;

import java.util.List;

/** Tells what the data of one workspace hold. */
public interface DataSets {
    /** The name of the workspace. */
    String workspace();

    /** One for each data class; none where the data cannot be read. */
    List<DataSet> list();
}
