import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Keys.module.css';

/** Keyboard shortcuts. Key names that differ by language are translated. */
export function Keys(): ReactNode {
  const { t } = useTranslation();
  const keys: readonly (readonly [string, readonly string[]])[] = [
    ['palette', [t('shell.key.ctrl_k')]],
    ['search', ['/']],
    ['move', ['j', 'k', '↓', '↑']],
    ['steps', [t('shell.key.alt_j'), t('shell.key.alt_k')]],
    ['ends', [t('shell.key.home'), t('shell.key.end')]],
    ['pick', ['x']],
    ['open', [t('shell.key.enter')]],
    ['product_search', [t('shell.key.alt_p')]],
    ['line_ends', [t('shell.key.ctrl_home'), t('shell.key.ctrl_end')]],
    ['line_find', [t('shell.key.ctrl_f')]],
    ['next_open', ['F8']],
    ['main_action', [t('shell.key.ctrl_enter')]],
    ['close', ['Esc']],
    ['keys', ['?']],
  ];
  return (
    <dl className={classes.list}>
      {keys.map(([name, labels]) => (
        <div key={name} className={classes.row}>
          <dt>{t(`keyboard.${name}`)}</dt>
          <dd className={classes.keys}>
            {labels.map((label) => (
              <Kbd key={label}>{label}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
