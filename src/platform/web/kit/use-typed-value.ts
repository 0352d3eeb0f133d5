import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { unreadable } from '../../../base/typed-number.ts';
import { type ReadAs, useUnreadField } from './unread-fields.ts';

export interface TypedValue<Value> {
  readonly as: ReadAs;
  readonly read: (text: string) => Value | null | typeof unreadable;
  readonly onChange: (value: Value | null) => void;
  /** Shown below unreadable text. */
  readonly problem: string;
  readonly error: string | null | undefined;
}

/** A text field whose text is read on every keystroke; unreadable text stays until it is corrected. */
export function useTypedValue<Value>({ as, read, onChange, problem, error }: TypedValue<Value>) {
  // The text while it is being typed or unreadable.
  const [typed, setTyped] = useState<string | null>(null);
  const isUnreadable = typed !== null && read(typed) === unreadable;
  // Hidden during first typing; once shown, it stays until the text is readable.
  const [isSaid, setSaid] = useState(false);
  const forget = (): void => setTyped(null);
  const ref = useUnreadField(isUnreadable, { show: () => setSaid(true), forget });
  return {
    /** Null: the field shows its value. */
    typed,
    forget,
    error: isUnreadable ? (isSaid ? problem : null) : error,
    input: {
      ref,
      autoComplete: 'off',
      'data-unreadable': isUnreadable ? as : undefined,
      onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const text = event.currentTarget.value;
        const value = read(text);
        setTyped(text);
        if (value !== unreadable) setSaid(false);
        onChange(value === unreadable ? null : value);
      },
      onBlur: () => {
        if (isUnreadable) setSaid(true);
        else setTyped(null);
      },
    },
  };
}
