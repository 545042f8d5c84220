/** An answer as a Markdown text that stands on its own elsewhere. */
import {evidenceText} from './evidence.js';

/** Question, answer, tables, queries and notes of a turn. */
export function asMarkdown(turn) {
  const parts = [`## ${turn.question}`, turn.answer, ...turn.evidence.flatMap(evidenceText)];
  if (turn.notes.length) parts.push(turn.notes.map((note) => `- ${note}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}
