import { Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

const openDelayMs = 350;

export interface HintBubbleProps {
  readonly target: HTMLElement;
  readonly label: string;
  readonly onClose: () => void;
}

/** Shows a text about its target after a short delay, until Esc. */
export function HintBubble({ target, label, onClose }: HintBubbleProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  });
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), openDelayMs);
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', listener);
    };
  }, []);
  return <Tooltip target={target} label={label} opened={isOpen} />;
}
