import type { ReactNode } from 'react';
import classes from './PersonAvatar.module.css';

export interface PersonAvatarProps {
  readonly name: string;
  readonly size?: 20 | 26;
}

/** The initials of a person on one of a few muted colours; always next to the name. */
export function PersonAvatar({ name, size = 26 }: PersonAvatarProps): ReactNode {
  return (
    <span className={classes.avatar} data-size={size} data-shade={shadeOf(name)} aria-hidden>
      {initialsOf(name)}
    </span>
  );
}

/** At most two letters: of the first and the last word that is a name ("Dr. Katrin Lorenz" gives KL). */
function initialsOf(name: string): string {
  const local = name.includes('@') ? (name.split('@')[0] ?? '').replaceAll(/[._-]+/g, ' ') : name;
  const words = local.split(/\s+/).filter((word) => /^\p{L}/u.test(word) && !word.endsWith('.'));
  const first = words[0] ?? local;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase();
}

/** One of five colours, stable per name. */
function shadeOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum % 5;
}

function firstLetter(word: string): string {
  return [...word][0] ?? '';
}
