import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { copyText } from '../copy-text.ts';
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
