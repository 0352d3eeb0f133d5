import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import classes from './FileDrop.module.css';

export interface FileDropProps {
  /** The possible action, such as "Dateien hierher ziehen oder auswählen". */
  readonly label: string;
  /** Types and size, in words. */
  readonly hint: string;
  /** Media types and extensions, as for a file input. */
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A drop area for files; the keyboard opens the file chooser. */
export function FileDrop({ label, hint, accept, onFiles }: FileDropProps): ReactNode {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent, isInside: boolean): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isInside);
  };
  return (
    <label
      htmlFor={id}
      className={classes.zone}
      data-over={isOver}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, false)}
      onDrop={(event) => {
        onDrag(event, false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        className="visually-hidden"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Allows choosing the same file again after a refusal.
          currentTarget.value = '';
        }}
      />
      <IconUpload size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.hint}>{hint}</span>
    </label>
  );
}
