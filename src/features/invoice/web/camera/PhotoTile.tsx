import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CameraDialog.module.css';
import type { Photo } from './use-photos.ts';

export interface PhotoTileProps {
  readonly photo: Photo;
  readonly number: number;
  readonly isLast: boolean;
  readonly onEdit: () => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

/** A straightened page with its actions. */
export function PhotoTile({ photo, number, isLast, ...actions }: PhotoTileProps): ReactNode {
  const { t } = useTranslation();
  const { page, failure } = photo;
  return (
    <li className={classes.page}>
      <Shown page={page} number={number} isFailed={failure !== null} />
      <div className={classes.tools}>
        <strong>{t('invoice.camera.page', { number })}</strong>
        {failure === null ? null : (
          <span role="alert" className={classes.failure}>
            {t(`invoice.camera.failure.${failure}`)}
          </span>
        )}
        {failure === 'unreadable' ? null : <Action name="corners" number={number} onClick={actions.onEdit} />}
        {number === 1 ? null : <Action name="earlier" number={number} onClick={() => actions.onMove(-1)} />}
        {isLast ? null : <Action name="later" number={number} onClick={() => actions.onMove(1)} />}
        <Action name="remove" number={number} onClick={actions.onRemove} />
      </div>
    </li>
  );
}

function Shown({
  page,
  number,
  isFailed,
}: Pick<Photo, 'page'> & { readonly number: number; readonly isFailed: boolean }): ReactNode {
  const { t } = useTranslation();
  if (page !== null)
    return <img src={page.url} alt={t('invoice.camera.page', { number })} className={classes.preview} />;
  return (
    <span className={classes.preview}>
      {isFailed ? null : <Loader size={24} aria-label={t('invoice.camera.working')} />}
    </span>
  );
}

interface ActionProps {
  readonly name: 'corners' | 'earlier' | 'later' | 'remove';
  readonly number: number;
  readonly onClick: () => void;
}

function Action({ name, number, onClick }: ActionProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Button variant="default" aria-label={t(`invoice.camera.${name}_named`, { number })} onClick={onClick}>
      {t(`invoice.camera.${name}`)}
    </Button>
  );
}
