import { useEffect, useRef, useState } from 'react';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { CameraFailure } from './camera-messages.ts';
import { CameraTasks, PhotoFailed } from './camera-tasks.ts';
import { moved } from './moved.ts';
import type { PhotoPage } from './photo-pdf.ts';
import { type Quadrangle, wholePicture } from './quadrangle.ts';

/** Most photographed pages of one invoice: with 500 kB each they stay below the limit of a file. */
export const maxPhotos = 20;

/** A photographed page. */
export interface Photo {
  readonly key: string;
  readonly photo: Blob;
  /** Shows the photo as it was taken. */
  readonly photoUrl: string;
  readonly corners: Quadrangle;
  /** Whether the corners were found or set by the person. */
  readonly isFound: boolean;
  /** Null while it is straightened, or failed. */
  readonly page: (PhotoPage & { readonly url: string }) | null;
  readonly failure: CameraFailure | null;
}

export interface Photos {
  readonly photos: readonly Photo[];
  /** More photos came than an invoice may have. */
  readonly isFull: boolean;
  readonly add: (files: readonly Blob[]) => void;
  readonly setCorners: (photo: Photo, corners: Quadrangle) => void;
  /** Moves a page by places, negative to the front. */
  readonly move: (photo: Photo, by: number) => void;
  readonly remove: (photo: Photo) => void;
}

/** The photographed pages of one invoice, beginning with `first`. */
export function usePhotos(first: readonly Blob[], onNotFound: (key: string) => void): Photos {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const [isFull, setFull] = useState(false);
  const tasks = useTasks();
  const present = useRef(photos);
  useEffect(() => {
    present.current = photos;
  }, [photos]);
  useEffect(() => () => present.current.forEach(release), []);

  const change = (key: string, changed: Partial<Photo>): void =>
    setPhotos((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const straightenPage = async ({ key, photo }: Photo, corners: Quadrangle): Promise<void> => {
    const page = await tasks().run({ task: 'straighten', photo, corners });
    const url = URL.createObjectURL(new Blob([page.jpeg], { type: 'image/jpeg' }));
    setPhotos((all) =>
      all.map((one) =>
        one.key === key && one.corners === corners ? { ...one, page: { ...page, url } } : one,
      ),
    );
  };

  const take = async (photo: Photo): Promise<void> => {
    const found = await tasks().run({ task: 'find', photo: photo.photo });
    const corners = found ?? photo.corners;
    change(photo.key, { corners, isFound: found !== null });
    if (found === null) onNotFound(photo.key);
    await straightenPage(photo, corners);
  };

  const shown = (photo: Photo, work: Promise<void>): void => {
    work.catch((failure: unknown) => {
      change(photo.key, { failure: failure instanceof PhotoFailed ? failure.failure : 'failed' });
    });
  };

  const add = (files: readonly Blob[]): void => {
    const room = maxPhotos - present.current.length;
    setFull(files.length > room);
    const added = files.slice(0, room).map(newPhoto);
    setPhotos((all) => [...all, ...added]);
    for (const photo of added) shown(photo, take(photo));
  };
  useFirst(() => add(first));

  return {
    ...{ photos, isFull, add },
    setCorners: (photo, corners) => {
      if (photo.page) URL.revokeObjectURL(photo.page.url);
      change(photo.key, { corners, isFound: true, page: null, failure: null });
      shown(photo, straightenPage(photo, corners));
    },
    move: (photo, by) => setPhotos((all) => moved(all, photo.key, by)),
    remove: (photo) => {
      release(photo);
      setFull(false);
      setPhotos((all) => all.filter(({ key }) => key !== photo.key));
    },
  };
}

function newPhoto(photo: Blob): Photo {
  return {
    ...{ key: uniqueKey(), photo, photoUrl: URL.createObjectURL(photo), corners: wholePicture },
    ...{ isFound: false, page: null, failure: null },
  };
}

function release({ photoUrl, page }: Photo): void {
  URL.revokeObjectURL(photoUrl);
  if (page) URL.revokeObjectURL(page.url);
}

/** The worker for photos, started when it is first needed. */
function useTasks(): () => CameraTasks {
  const tasks = useRef<CameraTasks | null>(null);
  useEffect(
    () => () => {
      tasks.current?.close();
      tasks.current = null;
    },
    [],
  );
  return () => {
    tasks.current ??= new CameraTasks();
    return tasks.current;
  };
}

/** Runs once after the first rendering, also where React runs effects twice. */
function useFirst(work: () => void): void {
  const first = useRef(work);
  useEffect(() => {
    const timer = setTimeout(first.current);
    return () => clearTimeout(timer);
  }, []);
}
