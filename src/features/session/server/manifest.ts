import { languageTag } from '../../../base/language.ts';
import { defaultLanguage, sharing } from '../../../platform/constants.ts';
import { environmentOf } from '../../../platform/environment.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { acceptedLanguage, text } from '../../../platform/server/texts.ts';

const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  ...{ sizes, type: 'image/png', purpose },
});

/** Accepted files (REC-02). Systems compare the media type, or the ending of the name. */
const sharedTypes = [
  ...[
    'application/pdf',
    'application/xml',
    'text/xml',
    'image/jpeg',
    'image/png',
    'image/heic',
    'image/heif',
  ],
  ...['.pdf', '.xml', '.jpg', '.jpeg', '.png', '.heic', '.heif'],
];

/** Where other apps share files to (MOB-02), by the W3C Web Share Target API. */
const shareTarget = {
  action: sharing.path,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: { title: 'title', text: 'text', files: [{ name: sharing.field, accept: sharedTypes }] },
};

/**
 * `GET /manifest.webmanifest`, without login: what a phone or desktop needs to install the web application (MOB-01),
 * by the W3C Web Application Manifest. The name includes the environment, so that nobody approves in the wrong
 * installation (GEN-15); the language is that of the browser.
 */
export function registerManifest(app: HttpServer, publicUrl: string): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = acceptedLanguage(request.headers['accept-language']) ?? defaultLanguage;
    const say = (key: string) => text(language, key);
    const environment = environmentOf(publicUrl);
    const name =
      environment === 'production' ? 'Kontor' : `Kontor ${say(`shell.environment.${environment}.name`)}`;
    const icons = [icon('icon-192', '192x192', 'any')];
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language' });
    return reply.type('application/manifest+json; charset=utf-8').send({
      id: '/',
      scope: '/',
      start_url: '/overview',
      display: 'standalone',
      name,
      short_name: name,
      lang: languageTag(language),
      background_color: '#ffffff',
      theme_color: '#ffffff',
      icons: [...icons, icon('icon-512', '512x512', 'any'), icon('maskable-512', '512x512', 'maskable')],
      share_target: shareTarget,
      shortcuts: [
        { name: say('shell.add.order'), url: '/procurement/form', icons },
        { name: say('overview.tab.tasks'), url: '/overview', icons },
        { name: say('shell.photograph_invoice'), url: '/invoice/upload', icons },
      ],
    });
  });
}
