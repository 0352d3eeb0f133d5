import type { HistoryChange, HistoryItem, HistoryValue } from '../audit/history.ts';
import { type Change, chapterKeys } from './model.ts';
import { type Words, yesOrNo } from './words.ts';

/** More than these are not listed of something new: the rows themselves stand in the program. */
const fewChanges = 4;

/** What a row of `configuration` holds: its name is told already. */
const ofSetting = ['value', 'lb_user_id'];

/** An entry of the audit as a process documentation tells of it (ARC-06). */
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
  const said = changes.map(
    ({ label, before, after }) => `${label}: ${shown(type === 'delete' ? before : after, words)}`,
  );
  return `${word} (${said.join(', ')})`;
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

/** Texts are cut, the audit has the whole ones; a chapter is called as in the table of contents. */
function textOf(text: string, words: Words): string {
  const chapter = chapterKeys.find((key) => key === text);
  if (chapter !== undefined) return words.of(`chapter.${chapter}.title`);
  return text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text;
}
