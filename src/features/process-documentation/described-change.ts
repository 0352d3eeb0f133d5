import type { HistoryChange, HistoryItem, HistoryValue } from '../audit/history.ts';
import { type Change, chapterKeys, gapKeys } from './model.ts';
import { type Words, yesOrNo } from './words.ts';

/** Limit of listed values of a new record; the record itself has all. */
const fewChanges = 4;

/** Relevant columns of `configuration`; the name is shown anyway. */
const ofSetting = ['value', 'lb_user_id'];

/** Text of an audit entry in a process documentation (ARC-06). */
export function describedChange(item: HistoryItem, words: Words): Change {
  const { at, person, via, part } = item;
  const name = person ?? words.of('change.product');
  return {
    at,
    person: via === null ? name : `${name} (${via})`,
    what: part ?? words.label('entity.configuration.one'),
    how: howOf(item, words),
  };
}

function howOf({ type, changes }: HistoryItem, words: Words): string {
  if (changes.length > 0 && changes.every(({ field }) => ofSetting.includes(field)))
    return changes.map((change) => stepOf(change, words)).join('; ');
  if (type === 'update')
    return (
      changes.map((change) => `${change.label}: ${stepOf(change, words)}`).join('; ') ||
      words.of('change.hidden')
    );
  const word = words.of(type === 'delete' ? 'change.delete' : 'change.insert');
  if (changes.length === 0 || changes.length > fewChanges) return word;
  const described = changes.map(
    ({ label, before, after }) => `${label}: ${shown(type === 'delete' ? before : after, words)}`,
  );
  return `${word} (${described.join(', ')})`;
}

function stepOf({ before, after }: HistoryChange, words: Words): string {
  return `${shown(before, words)} → ${shown(after, words)}`;
}

function shown(value: HistoryValue, words: Words): string {
  switch (value.kind) {
    case 'none':
      return '–';
    case 'text':
      return textOf(value.text, words);
    case 'number':
    case 'amount':
      return words.amount(value.text);
    case 'day':
      return words.day(value.text);
    case 'instant':
      return words.instant(value.text);
    case 'flag':
      return yesOrNo(words, value.isSet);
    default:
      return '…';
  }
}

const longest = 160;

/** Cuts long texts; the audit has the full text. Keys of chapters and gaps become their titles. */
function textOf(text: string, words: Words): string {
  const chapter = chapterKeys.find((key) => key === text);
  if (chapter !== undefined) return words.of(`chapter.${chapter}.title`);
  const gap = gapKeys.find((key) => `gap_${key}` === text);
  if (gap !== undefined) return words.of(`gap.${gap}.title`);
  return text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
}
