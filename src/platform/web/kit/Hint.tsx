import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { loadFirstChunk } from '../chunk.ts';
import type { HintBubbleProps } from './HintBubble.tsx';

export const loadHintBubble = () => loadFirstChunk(() => import('./HintBubble.tsx'));

export interface HintProps {
  /** Without it no hint is shown. */
  readonly label: string | null | undefined;
  /** Also shown on keyboard focus. */
  readonly onFocus?: boolean;
  /** One element that hands these handlers on to the page. */
  readonly children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A tooltip created on demand: lists hold hundreds of them, and few are ever read. */
export function Hint({ label, onFocus = false, children }: HintProps): ReactNode {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const close = (): void => setTarget(null);
  const onKeyboard = {
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setTarget(currentTarget);
    },
    onBlur: close,
  };
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
          if (pointerType === 'mouse') setTarget(currentTarget);
        },
        onPointerLeave: close,
        ...(onFocus ? onKeyboard : {}),
      })}
      {target === null || !label ? null : <Bubble target={target} label={label} onClose={close} />}
    </>
  );
}

/** Loads the tooltip's chunk on first use. */
function Bubble(props: HintBubbleProps): ReactNode {
  const [part, setPart] = useState<Awaited<ReturnType<typeof loadHintBubble>> | null>(null);
  useEffect(() => {
    loadHintBubble()
      .then(setPart)
      // The page works without hints.
      .catch(() => undefined);
  }, []);
  return part === null ? null : <part.HintBubble {...props} />;
}
