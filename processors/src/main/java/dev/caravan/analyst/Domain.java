package dev.caravan.analyst;

import dev.caravan.model.PromptFolder;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlGuard;
import dev.caravan.workspace.Workspace;

/**
 * What the stages need of a workspace.
 *
 * @param workspace its description
 * @param model what can be asked
 * @param members what its members are called
 * @param guard lets statements through
 * @param prompts its prompts
 * @param tables finds tables for a question
 */
public record Domain(
        Workspace workspace,
        SemanticModel model,
        MemberSource members,
        SqlGuard guard,
        PromptFolder prompts,
        TableIndex tables) {
    /** What can be asked, as it is written. */
    public SemanticModel written() {
        return model;
    }

    /** What can be asked, with the years that the data have. */
    @Override
    public SemanticModel model() {
        return members.covered(model);
    }
}
