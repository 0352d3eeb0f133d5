import { showNotices } from './notices.ts';
import { scope } from './scope.ts';
import { takeSharedFiles } from './shared-files.ts';
import { answerShell } from './shell-events.ts';

/**
 * The service worker, which the browser also runs without an open page. A new one replaces the former at once: pages
 * get their code from the server and decide themselves when to load a new version (MOB-01).
 */
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
answerShell();
showNotices();
takeSharedFiles();
