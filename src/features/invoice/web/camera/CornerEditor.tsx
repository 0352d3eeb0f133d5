import { Alert, Button } from '@mantine/core';
import { IconRotateClockwise } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './CameraDialog.module.css';
import {
  type Corner,
  corners as cornerNames,
  isPage,
  type Point,
  type Quadrangle,
  turned,
  wholePicture,
  withCorner,
} from './quadrangle.ts';
import type { Photo } from './use-photos.ts';

export interface CornerEditorProps {
  readonly photo: Photo;
  readonly onApply: (corners: Quadrangle) => void;
  readonly onClose: () => void;
}

/** Moves the corners of a page on its photo, by finger, mouse or arrow keys (MOB-02). */
export function CornerEditor({ photo, onApply, onClose }: CornerEditorProps): ReactNode {
  const { t } = useTranslation();
  const [corners, setCorners] = useState(photo.corners);
  return (
    <>
      <p className={classes.hint}>
        {photo.isFound ? t('invoice.camera.edit_hint') : t('invoice.camera.not_found')}
      </p>
      <Picture photo={photo} corners={corners} onChange={setCorners} />
      {isPage(corners) ? null : (
        <Alert color="yellow" role="alert">
          {t('invoice.camera.crossed')}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={16} stroke={1.6} aria-hidden />}
          onClick={() => setCorners(turned(corners))}
        >
          {t('invoice.camera.turn')}
        </Button>
        <Button variant="default" onClick={() => setCorners(wholePicture)}>
          {t('invoice.camera.whole')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button disabled={!isPage(corners)} onClick={() => onApply(corners)}>
          {t('invoice.camera.apply')}
        </Button>
      </div>
    </>
  );
}

interface PictureProps {
  readonly photo: Photo;
  readonly corners: Quadrangle;
  readonly onChange: (corners: Quadrangle) => void;
}

/** The photo with the frame of its page. */
function Picture({ photo, corners, onChange }: PictureProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const drag = (corner: Corner, event: PointerEvent<HTMLButtonElement>): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const place = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    onChange(withCorner(corners, corner, place));
  };
  return (
    <div className={classes.stage}>
      <div ref={frame} className={classes.frame}>
        <img src={photo.photoUrl} alt="" className={classes.photo} draggable={false} />
        <svg className={classes.lines} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
        {cornerNames.map((corner, at) => (
          <Handle
            key={corner}
            corner={corner}
            place={corners[at] ?? { x: 0, y: 0 }}
            onDrag={(event) => drag(corner, event)}
            onMove={(place) => onChange(withCorner(corners, corner, place))}
          />
        ))}
      </div>
    </div>
  );
}

/** How far a key moves a corner, as a share of the picture; with Shift farther. */
const step = { usual: 0.005, far: 0.05 } as const;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface HandleProps {
  readonly corner: Corner;
  readonly place: Point;
  readonly onDrag: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onMove: (place: Point) => void;
}

function Handle({ corner, place, onDrag, onMove }: HandleProps): ReactNode {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? step.far : step.usual;
    onMove({ x: place.x + direction.x * far, y: place.y + direction.y * far });
  };
  return (
    <button
      type="button"
      className={classes.corner}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
      aria-label={t('invoice.camera.corner_at', {
        corner: t(`invoice.camera.corner.${corner}`),
        x: Math.round(place.x * 100),
        y: Math.round(place.y * 100),
      })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onDrag}
    />
  );
}
