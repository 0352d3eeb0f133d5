import { z } from 'zod';
import { serviceUrl, withoutSlash } from './service-url.ts';

/** Where access tokens for mailboxes are issued (MBX-08). */
export interface MailTokenUrls {
  /** Without a trailing slash: the directory of the organisation follows. */
  readonly microsoft: string;
  readonly google: string;
}

export const mailTokenVariables = {
  MAIL_MICROSOFT_URL: serviceUrl('https://login.microsoftonline.com'),
  MAIL_GOOGLE_TOKEN_URL: serviceUrl('https://oauth2.googleapis.com/token'),
};
const variables = z.object(mailTokenVariables);

export function mailTokenUrls(env: z.infer<typeof variables>): MailTokenUrls {
  return { microsoft: withoutSlash(env.MAIL_MICROSOFT_URL), google: env.MAIL_GOOGLE_TOKEN_URL };
}

/** The addresses of Microsoft and Google. */
export const usualMailTokenUrls = mailTokenUrls(variables.parse({}));
