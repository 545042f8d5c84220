/** What a person can change about a chart: title, figure, axis and colours. */
import {button, element} from './dom.js';
import {texts} from './language.js';
import {heading} from './numbers.js';

const t = await texts('chat');

let made = 0;

/**
 * The fields of a chart.
 * @param {CaravanChart} chart which takes each change at once
 * @param {string[]} palettes names of its choices of colours
 */
export function chartForm(chart, palettes) {
  const {question, columns} = chart.data;
  const id = `chart-form-${++made}`;
  const labelled = (name, text, field) => {
    field.id = `${id}-${name}`;
    return element('span', {class: 'chart-field'}, element('label', {for: field.id, text}), field);
  };
  const select = (options, value) => {
    const field = element('select', {}, ...options.map(([name, text]) => element('option', {value: name, text})));
    field.value = value;
    return field;
  };
  const title = element('input', {type: 'text', maxlength: 200, placeholder: question});
  title.value = chart.own.title ?? '';
  const measure = select(chart.plan.measures.map((index) => [index, heading(columns[index])]), chart.measure);
  const axis = select([['', t('linear')], ['log', t('logarithmic')]], chart.own.axis ?? '');
  const palette = select(palettes.map((name) => [name, t(`colours${name}`)]), chart.own.palette ?? palettes[0]);
  const change = () => chart.adjust({title: title.value.trim(), measure: Number(measure.value), axis: axis.value, palette: palette.value});
  return element('form', {class: 'chart-form', 'aria-label': t('adjustTheChart'), on: {change, submit: (event) => { event.preventDefault(); change(); }}},
    labelled('title', t('title'), title),
    chart.plan.measures.length > 1 ? labelled('measure', t('figure'), measure) : null,
    chart.canBeLogarithmic ? labelled('axis', t('axis'), axis) : null,
    labelled('palette', t('colours'), palette),
    button(t('asItWas'), {class: 'quiet as-it-was'}, () => chart.adjust(null)));
}
