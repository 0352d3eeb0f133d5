import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '../../platform/web/chunk.ts';

/** A page whose chunk loads when the page is opened. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadChunk(load), name);
