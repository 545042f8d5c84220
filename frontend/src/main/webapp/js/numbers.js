/** How values are written. Years and codes are names made of digits: no unit, no grouping. */

export const isName = (column) => column.unit === 'year' || column.unit === 'code' || (!column.unit && /(^|_)(year|code|id)$/.test(column.name));

const SCALES = [[1e12, 'T'], [1e9, 'B'], [1e6, 'M']];
const plain = (value, most, least) => value.toLocaleString('en', {maximumFractionDigits: most, minimumFractionDigits: Math.min(least, most)}).replace('-', '−');
/** At most so many decimals; a percentage as the answer's text writes it. */
const digitsOf = (value, unit) => (unit === 'percent' ? (value && Math.abs(value) < 0.1 ? 3 : 1) : Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 2 : 4);

/** How many decimals the values of a column are all written with, so that they stand below each other; at most what {@link shown} would write. */
export function decimals(values, column) {
  const numbers = values.filter((value) => typeof value === 'number');
  if (isName(column)) return 0;
  if (column.unit === 'USD') return numbers.some((value) => Math.abs(value) >= 1e6 || !Number.isInteger(value)) ? 2 : 0;
  return Math.max(0, ...numbers.map((value) => plain(value, digitsOf(value, column.unit), 0).split('.')[1]?.length ?? 0));
}

/**
 * A value as a person reads it, short where it is long: $2.28B, 37.5%, 1,234.5.
 * @param {number} least decimals, see {@link decimals}
 */
export function shown(value, column, least = 0) {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number' || isName(column)) return String(value);
  const size = Math.abs(value);
  if (column.unit === 'USD') {
    const [scale, letter] = SCALES.find(([least]) => size >= least) ?? [1, ''];
    return `${value < 0 ? '−' : ''}$${plain(size / scale, letter || size < 1000 ? 2 : 0, least)}${letter}`;
  }
  const unit = column.unit === 'percent' ? '%' : '';
  return `${plain(value, digitsOf(value, column.unit), least)}${unit}`;
}

/** The same value in full with its unit. */
export function full(value, column) {
  if (typeof value !== 'number' || isName(column)) return null;
  return [value.toLocaleString('en', {maximumFractionDigits: 15}), column.unit].filter(Boolean).join(' ');
}

/** What is no amount of something: its sum would say nothing. */
const NO_AMOUNT = /(^|_)(growth|rate|change|avg|average|mean|median|index|eci|pci|rca|coi|cog|ratio|score|distance|density|rank|max|min|maximum|minimum|price|age|height|weight|latitude|longitude|probability|percentile|percent|pct|per)(_|$)/;
const NO_AMOUNT_UNIT = /percent|index|score|rank|ratio|year|degree|\bper\b|\//;

/** What an amount is called where no unit says that it is one. */
const AMOUNT = /(^|_)(count|counts|number|total|sum|quantity|amount|amounts|value|exports|imports|sales|revenue|turnover|cost|costs|sold|games|goals|points|wins|losses|rows|orders|people|population|employees)(_|$)/;

/** Whether the values of a column can be added up; where neither unit nor name says so, they are taken not to. */
export const adds = (column) => {
  const name = column.name.toLowerCase();
  return !isName(column) && !NO_AMOUNT.test(name) && !NO_AMOUNT_UNIT.test(column.unit ?? '') && (Boolean(column.unit) || AMOUNT.test(name));
};

/** A column's heading. */
export const heading = (column) => column.name.replaceAll('_', ' ');
