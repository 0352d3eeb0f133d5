import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { toastFailure } from '../toasts.tsx';

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly text: string;
  readonly label: string;
  /** The label after copying. */
  readonly doneLabel: string;
}

/** Copies a text to the clipboard, and confirms that in its label. */
export function CopyButton({ text, label, doneLabel, ...others }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState<string | null>(null);
  const isCopied = copied === text;
  return (
    <Button
      {...others}
      leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copyText(text).then(() => setCopied(text), toastFailure)}
    >
      {isCopied ? doneLabel : label}
    </Button>
  );
}

/**
 * Copies a text to the clipboard. Over plain http browsers have no `navigator.clipboard`, but can copy the selection
 * of a field (TECH-23).
 */
async function copyText(text: string): Promise<void> {
  const { clipboard }: Partial<Navigator> = navigator;
  if (clipboard) return await clipboard.writeText(text);
  const { activeElement } = document;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  (activeElement?.parentElement ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
}
