import type { ReactNode } from 'react';
import { initialsOf, shadeOf } from './initials.ts';
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
