package dev.caravan.documents.agent;

import dev.caravan.documents.AnswerFromDocuments;
import dev.caravan.documents.CheckCitations;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DocumentStore;

/**
 * The documents of one workspace and what is made of them.
 *
 * @param workspace its name
 * @param terms what its documents call a thing
 * @param corpus adds, repairs and removes documents
 * @param store keeps them
 * @param answers searches and answers by local methods
 * @param check tells which sentences their citations do not bear
 */
public record Library(
        String workspace,
        CorpusTerms terms,
        Corpus corpus,
        DocumentStore store,
        AnswerFromDocuments answers,
        CheckCitations check) {}
