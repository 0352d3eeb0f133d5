import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadable } from '../../../base/typed-number.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { type FieldProps, TextField } from '../../../platform/web/kit/TextField.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Finding, Value } from '../../kind.ts';
import type { NamedField } from '../labels.ts';
import { warningText } from './warning-text.ts';

export interface KindTextProps extends FieldProps {
  readonly of: NamedField;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Shown after the field loses focus. */
  readonly warning: Finding | undefined;
}

/**
 * A text that its kind parses and formats: it stays as typed until the field loses focus, then shows its stored form,
 * such as an IBAN in groups of four. Unreadable text is kept and validated with the form.
 */
export function KindText({ of, value, onChange, warning, ...field }: KindTextProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const { kind } = of.field;
  const reading = { language, today: format.today() };
  const shown = value === null ? '' : kind.write(value, reading);
  const valueIn = (text: string): Value => {
    const read = kind.read(text, reading);
    return read === unreadable ? text : read;
  };
  // The saved value may differ from the typed one.
  const isTyped = typed !== null && valueIn(typed) === value;
  return (
    <TextField
      {...field}
      {...(warning && typed === null && { hint: warningText(warning, t) })}
      rows={kind.input === 'long-text' ? 3 : 1}
      value={isTyped ? typed : shown}
      onChange={(text) => {
        setTyped(text);
        onChange(valueIn(text));
      }}
      onLeave={() => setTyped(null)}
    />
  );
}
