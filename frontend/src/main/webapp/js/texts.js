/** What the page says of a research, in the language of the person: German or English. */
const TEXTS = {
  en: {
    report: 'Report', contents: 'Contents', sources: 'Sources', trail: 'What led where', missing: 'Not found', how: 'How this came about',
    open: 'Open as a page', via: (section) => `by way of ${section}`, left: 'References that were not followed',
    about: (statements, passages) => `${statements} ${statements === 1 ? 'statement' : 'statements'} from ${passages} ${passages === 1 ? 'passage' : 'passages'}. The number behind each leads to its source.`,
    task: ({findings, followed, searches, tokens}) => `passages: ${findings}; references followed: ${followed}; searches: ${searches}; tokens read: ${tokens.toLocaleString('en')}`,
    quality: 'Quality', of: 'of', search: 'found by search', graph: 'Sections and the references between them', cited: 'cited',
    scores: {factual_accuracy: 'Accuracy', semantic_validity: 'Relevance of the statements', structural_integrity: 'Structure', citation_correctness: 'Citations', query_relevance: 'Bearing on the question'},
    reasons: {relevant: 'followed', not_relevant: 'does not bear on the task', same_section: 'leads to its own section', visited: 'was followed before', not_in_collection: 'not in the collection', depth: 'deep enough', budget: 'enough was read', external: 'leads outside'},
    stopped: {same_section: 'ended as one section came up again and again', tokens: 'ended as enough was read'},
    research: 'Research', tokens: 'Tokens', money: 'Money', time: 'Time', pending: 'not begun', underWay: 'under way', searched: 'Searched',
    covered: (share, gaps) => `${share} % of the question covered, ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`,
    read: (tokens) => `${tokens.toLocaleString('en')} tokens read`, more: (count) => `and ${count} more`,
    notFollowed: (count) => `${count} ${count === 1 ? 'reference' : 'references'} not followed`,
    done: (findings, followed, tokens) => `done: passages ${findings}, references followed ${followed}, tokens read ${tokens.toLocaleString('en')}`,
    goOn: 'Go on', stop: 'Stop', add: 'Add', optional: '(may be left out)', other: 'Something else', required: 'something has to be said here.',
    up: 'Move up', down: 'Move down', drop: 'Drop', dropped: 'Dropped.', moved: (place) => `Moved to place ${place}.`, item: 'item', reply: 'Your reply',
    page: 'page', print: 'Print', share: 'Share', sharedAs: 'Anyone with this address can read the report: ', conversation: 'To the conversation',
    none: 'There is no such report', noneText: 'The address may be mistyped, or nothing is shared there any more.', unshown: 'The report cannot be shown',
  },
  de: {
    report: 'Bericht', contents: 'Inhalt', sources: 'Quellen', trail: 'Was wohin führte', missing: 'Nicht gefunden', how: 'Wie es zustande kam',
    open: 'Als Seite öffnen', via: (section) => `über ${section}`, left: 'Verweise, denen nicht gefolgt wurde',
    about: (statements, passages) => `${statements} ${statements === 1 ? 'Aussage' : 'Aussagen'} aus ${passages} ${passages === 1 ? 'Stelle' : 'Stellen'}. Die Zahl hinter jeder führt zu ihrer Quelle.`,
    task: ({findings, followed, searches, tokens}) => `Stellen: ${findings}; verfolgte Verweise: ${followed}; Suchen: ${searches}; gelesene Token: ${tokens.toLocaleString('de')}`,
    quality: 'Güte', of: 'von', search: 'durch Suche gefunden', graph: 'Vorschriften und die Verweise zwischen ihnen', cited: 'zitiert',
    scores: {factual_accuracy: 'Richtigkeit', semantic_validity: 'Gewicht der Aussagen', structural_integrity: 'Gliederung', citation_correctness: 'Belege', query_relevance: 'Bezug zur Frage'},
    reasons: {relevant: 'verfolgt', not_relevant: 'betrifft die Aufgabe nicht', same_section: 'führt in die eigene Vorschrift', visited: 'wurde schon verfolgt', not_in_collection: 'nicht in der Sammlung', depth: 'tief genug', budget: 'genug gelesen', external: 'führt nach außen'},
    stopped: {same_section: 'endete, weil dieselbe Vorschrift immer wieder vorkam', tokens: 'endete, weil genug gelesen war'},
    research: 'Recherche', tokens: 'Token', money: 'Geld', time: 'Zeit', pending: 'nicht begonnen', underWay: 'in Arbeit', searched: 'Gesucht nach',
    covered: (share, gaps) => `${share} % der Frage abgedeckt, ${gaps} ${gaps === 1 ? 'Lücke' : 'Lücken'}`,
    read: (tokens) => `${tokens.toLocaleString('de')} Token gelesen`, more: (count) => `und ${count} weitere`,
    notFollowed: (count) => `${count} ${count === 1 ? 'Verweis' : 'Verweise'} nicht verfolgt`,
    done: (findings, followed, tokens) => `fertig: Stellen ${findings}, verfolgte Verweise ${followed}, gelesene Token ${tokens.toLocaleString('de')}`,
    goOn: 'Weiter', stop: 'Beenden', add: 'Hinzufügen', optional: '(kann entfallen)', other: 'Etwas anderes', required: 'hier fehlt eine Antwort.',
    up: 'Nach oben', down: 'Nach unten', drop: 'Streichen', dropped: 'Gestrichen.', moved: (place) => `Jetzt an Stelle ${place}.`, item: 'Eintrag', reply: 'Ihre Antwort',
    page: 'Seite', print: 'Drucken', share: 'Teilen', sharedAs: 'Wer diese Adresse hat, kann den Bericht lesen: ', conversation: 'Zum Gespräch',
    none: 'Diesen Bericht gibt es nicht', noneText: 'Die Adresse ist vielleicht vertippt, oder dort wird nichts mehr geteilt.', unshown: 'Der Bericht kann nicht gezeigt werden',
  },
};

/** The texts of a language; those of English where it is another. */
export const textsOf = (language) => TEXTS[language] ?? TEXTS.en;
