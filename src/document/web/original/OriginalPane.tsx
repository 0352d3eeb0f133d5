import { Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconFileText } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Original, type OriginalProps } from './Original.tsx';
import classes from './OriginalPane.module.css';
import { originalMark } from './use-focused-field.ts';
import { useHasRoom } from './use-has-room.ts';

/** Width of the original in percent of the page. */
const widths = { min: 25, max: 65, first: 42, step: 2 } as const;

export interface OriginalPaneProps extends OriginalProps {
  /** The label of the original. */
  readonly title: string;
  /** Counts requests to show a place, which open the original on narrow screens. */
  readonly asked?: number;
}

/** The original to the left of the form; on narrow screens above it, collapsed until opened. */
export function OriginalPane(props: OriginalPaneProps): ReactNode {
  return useHasRoom() ? <Beside {...props} /> : <Above {...props} />;
}

function Above({ title, asked = 0, ...props }: OriginalPaneProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked === 0) return;
    setOpen(true);
    // The requested place belongs to a field further down.
    section.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <section
      ref={section}
      className={classes.above}
      aria-label={title}
      data-tour="original"
      {...{ [originalMark]: true }}
    >
      <Button
        variant="default"
        fullWidth
        aria-expanded={isOpen}
        leftSection={<IconFileText size={16} stroke={1.6} aria-hidden />}
        rightSection={<Chevron size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'document.original.hide' : 'document.original.show')}
      </Button>
      {isOpen ? (
        <div className={classes.opened}>
          <Original {...props} />
        </div>
      ) : null}
    </section>
  );
}

function Beside({ title, asked: _, ...props }: OriginalPaneProps): ReactNode {
  const [width, setWidth] = useLocalStorage<number>({
    key: 'original-width',
    defaultValue: widths.first,
    getInitialValueInEffect: false,
  });
  return (
    <>
      <section
        className={classes.beside}
        style={{ width: `${withinLimits(width)}%` }}
        aria-label={title}
        data-tour="original"
        {...{ [originalMark]: true }}
      >
        <Original {...props} />
      </section>
      <Split width={withinLimits(width)} onWidth={(next) => setWidth(withinLimits(next))} />
    </>
  );
}

function withinLimits(width: number): number {
  return Math.min(widths.max, Math.max(widths.min, width));
}

interface SplitProps {
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

/** The separator between original and form; moved by dragging or arrow keys. */
function Split({ width, onWidth }: SplitProps): ReactNode {
  const { t } = useTranslation();
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const page = event.currentTarget.parentElement?.getBoundingClientRect();
    if (page) onWidth(((event.clientX - page.left) / page.width) * 100);
  };
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -widths.step, ArrowRight: widths.step };
    const step = steps[key];
    if (step !== undefined) onWidth(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable splitter is not a line between paragraphs.
    <div
      className={classes.split}
      role="separator"
      aria-orientation="vertical"
      aria-label={t('document.original.split')}
      aria-valuenow={Math.round(width)}
      aria-valuemin={widths.min}
      aria-valuemax={widths.max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onWidth(widths.first)}
      onKeyDown={onKeyDown}
    >
      <span className={classes.grip} aria-hidden />
    </div>
  );
}
