import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStable } from '../use-stable.ts';
import { type CodeReader, openCodeReader } from './code-reader.ts';
import { CodesInView } from './codes-in-view.ts';

/** `refused`: the person or the browser does not allow it; `missing`: there is none, or another program has it. */
export type CameraState = 'starting' | 'running' | 'refused' | 'missing';

/** Time between two pictures, in milliseconds. */
const pauseMs = 120;

/** Runs the camera at the back of the device while mounted, and reports each code that comes into view. */
export function useCamera(onCode: (text: string) => void): {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const report = useStable(onCode);
  useEffect(() => {
    const leaving = new AbortController();
    const run = async (): Promise<void> => {
      try {
        if (video.current !== null)
          await watch(video.current, leaving.signal, () => setState('running'), report);
      } catch (failure) {
        if (!leaving.signal.aborted) setState(isNotAllowed(failure) ? 'refused' : 'missing');
      }
    };
    void run();
    return () => leaving.abort();
  }, [report]);
  return { video, state };
}

function isNotAllowed(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'NotAllowedError';
}

/** Reads the camera until `signal` aborts; throws if there is none. */
async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onRunning: () => void,
  onCode: (text: string) => void,
): Promise<void> {
  const wanted = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  let reader: CodeReader | null = null;
  try {
    reader = await openCodeReader();
    video.srcObject = stream;
    await video.play();
    onRunning();
    const inView = new CodesInView();
    while (!signal.aborted) {
      const text = inView.look(await reader.read(video), performance.now());
      if (text !== null && !signal.aborted) onCode(text);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } finally {
    reader?.close();
    for (const track of stream.getTracks()) track.stop();
  }
}
