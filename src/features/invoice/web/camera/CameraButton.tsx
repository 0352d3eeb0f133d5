import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

export interface CameraButtonProps {
  readonly label: string;
  readonly onPhotos: (photos: readonly File[]) => void;
}

/** Opens the camera of a phone. iPhones take JPEG where HEIC is not asked for. */
export function CameraButton({ label, onPhotos }: CameraButtonProps): ReactNode {
  const camera = useId();
  return (
    <>
      <input
        id={camera}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        className="visually-hidden"
        onChange={({ currentTarget }) => {
          onPhotos([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button
        component="label"
        htmlFor={camera}
        variant="default"
        leftSection={<IconCamera size={18} stroke={1.6} aria-hidden />}
      >
        {label}
      </Button>
    </>
  );
}
