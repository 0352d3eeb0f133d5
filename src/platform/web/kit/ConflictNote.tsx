import { Button } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './PageNote.module.css';

/** A value changed both here and elsewhere. */
export interface ConflictChoice {
  readonly key: string;
  /** Its name, such as a field. */
  readonly name: string;
  /** How the two differ. */
  readonly difference: string;
  readonly decide: (side: 'mine' | 'theirs') => void;
}

export interface ConflictNoteProps {
  readonly choices: readonly ConflictChoice[];
  /** Focuses the first choice each time it grows: the person tried to save before choosing. */
  readonly asked: number;
}

const sides = ['mine', 'theirs'] as const;

/** Lets the person choose between two changes of the same value (LOCK-01). */
export function ConflictNote({ choices, asked }: ConflictNoteProps): ReactNode {
  const { t } = useTranslation();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asked > 0) first.current?.focus();
  }, [asked]);
  return (
    <div role="status">
      {choices.length === 0 ? null : (
        <section className={classes.note} aria-label={t('conflict.label')}>
          <IconArrowsSplit2 size={16} stroke={1.6} className={classes.icon} aria-hidden />
          <div className={classes.text}>
            <p className={classes.title}>{t('conflict.title')}</p>
            <ul className={classes.choices}>
              {choices.map(({ key, name, difference, decide }, place) => (
                <li key={key} className={classes.choice}>
                  <span>
                    <strong>{name}</strong>: {difference}
                  </span>
                  {sides.map((side, which) => (
                    <Button
                      key={side}
                      ref={place + which === 0 ? first : null}
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t(`conflict.${side}`)}: ${name}`}
                      onClick={() => decide(side)}
                    >
                      {t(`conflict.${side}`)}
                    </Button>
                  ))}
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}
