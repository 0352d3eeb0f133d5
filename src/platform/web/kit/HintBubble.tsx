import { Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useKeyDown } from './use-key-down.ts';

const openDelayMs = 350;

export interface HintBubbleProps {
  readonly target: HTMLElement;
  readonly label: string;
  readonly onClose: () => void;
}

/** Shows a text about its target after a short delay, until Esc. */
export function HintBubble({ target, label, onClose }: HintBubbleProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useKeyDown((event) => {
    if (event.key === 'Escape') onClose();
  });
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), openDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return <Tooltip target={target} label={label} opened={isOpen} />;
}
