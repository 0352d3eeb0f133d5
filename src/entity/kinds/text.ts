import { plainLine } from '../../base/plain-line.ts';
import type { Field, FieldOptions } from '../field.ts';
import type { Finding, Kind } from '../kind.ts';

export const longestText = 255;
const longestNotes = 4000;

interface TextRules {
  /** Maximum length in characters. */
  readonly max?: number;
  /** The pattern of a valid text; `rule` names it for the message. */
  readonly pattern?: RegExp;
  readonly rule?: string;
  readonly normal?: (text: string) => string;
  /** The display form, where it differs from the stored one. */
  readonly shown?: (text: string) => string;
  readonly problem?: (text: string) => Finding | undefined;
  readonly warning?: (text: string) => Finding | undefined;
}

/**
 * A line of text: trimmed, without line ends and bidirectional control characters, by default at most 255 characters
 * (VAL-05).
 */
export function text(options: FieldOptions<string> & TextRules = {}): Field<string> {
  return { ...options, kind: textKind('text', { max: longestText, ...options }) };
}

/** A text of several lines (VAL-05). */
export function notes(options: FieldOptions<string> & TextRules = {}): Field<string> {
  return { ...options, kind: textKind('long-text', { max: longestNotes, ...options }) };
}

function textKind(input: 'text' | 'long-text', rules: TextRules): Kind<string> {
  const cleaned = (value: string): string => (input === 'text' ? plainLine(value) : value.trim());
  const normal = (value: string): string | null => (rules.normal?.(cleaned(value)) ?? cleaned(value)) || null;
  return {
    input,
    read: (typed) => normal(typed),
    write: (value) => rules.shown?.(value) ?? value,
    csv: (value) => value,
    normal,
    problem(value) {
      if (rules.max !== undefined && value.length > rules.max) {
        return { code: 'value_too_long', values: { max: rules.max } };
      }
      if (rules.pattern && !rules.pattern.test(value)) return broken(rules.rule);
      return rules.problem?.(value);
    },
    warning: (value) => rules.warning?.(value),
  };
}

function broken(rule: string | undefined): Finding {
  return { code: 'validation_failed', ...(rule !== undefined && { values: { rule } }) };
}
