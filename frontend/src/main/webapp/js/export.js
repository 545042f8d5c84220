/** An answer as a Markdown text that stands on its own elsewhere. */
import {heading, shown} from './numbers.js';

const MOST_ROWS = 50;
const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Question, answer, tables, queries and notes of a turn. */
export function asMarkdown(turn) {
  const parts = [`## ${turn.question}`, turn.answer];
  for (const piece of turn.evidence) {
    if (piece.rows?.length) parts.push(table(piece));
    if (piece.sql) parts.push(`\`\`\`sql\n${piece.sql}\n\`\`\``);
    if (piece.query) parts.push(`\`\`\`graphql\n${piece.query.trim()}\n# ${piece.variables}\n\`\`\``);
    if (piece.passages) parts.push(piece.passages.map((passage, index) => `[${index + 1}] ${passage.title}: ${passage.section}`).join('\n'));
  }
  if (turn.notes.length) parts.push(turn.notes.map((note) => `- ${note}`).join('\n'));
  return `${parts.join('\n\n')}\n`;
}

function table({columns, rows, rows_total: total}) {
  const lines = [columns.map((column) => cell(heading(column))), columns.map(() => '---'),
    ...rows.slice(0, MOST_ROWS).map((row) => row.map((value, index) => cell(shown(value, columns[index]))))];
  const text = lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
  const kept = Math.min(rows.length, MOST_ROWS);
  return kept < total ? `${text}\n\n(${kept} of ${total} rows)` : text;
}
