/** How values are written. Years and codes are names made of digits: no unit, no grouping. */

export const isName = (column) => column.unit === 'year' || column.unit === 'code' || (!column.unit && /(^|_)(year|code|id)$/.test(column.name));

const SCALES = [[1e12, 'T'], [1e9, 'B'], [1e6, 'M']];
const plain = (value, digits) => value.toLocaleString('en', {maximumFractionDigits: digits});

/** A value as a person reads it, short where it is long: $2.28B, 37.5%, 1,234.5. */
export function shown(value, column) {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number' || isName(column)) return String(value);
  const size = Math.abs(value);
  if (column.unit === 'USD') {
    const [scale, letter] = SCALES.find(([least]) => size >= least) ?? [1, ''];
    return `${value < 0 ? '−' : ''}$${plain(size / scale, letter || size < 1000 ? 2 : 0)}${letter}`;
  }
  const unit = column.unit === 'percent' ? '%' : '';
  return `${plain(value, size >= 1000 ? 0 : size >= 10 ? 2 : 4)}${unit}`;
}

/** The same value in full with its unit. */
export function full(value, column) {
  if (typeof value !== 'number' || isName(column)) return null;
  return [value.toLocaleString('en', {maximumFractionDigits: 15}), column.unit].filter(Boolean).join(' ');
}

/** A column's heading. */
export const heading = (column) => column.name.replaceAll('_', ' ');
