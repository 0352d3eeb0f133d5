import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk, loadFirstChunk } from '../../platform/web/chunk.ts';

/** A page whose chunk loads when the page is opened. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadChunk(load), name);

/** The same for a page that needs only the texts of the first pages. */
export const lazyFirstPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadFirstChunk(load), name);
