import { z } from 'zod';
import { serviceUrl, withoutSlash } from './service-url.ts';

/** Where people sign in for mailboxes and access tokens are issued (MBX-08). */
export interface MailTokenUrls {
  /** Without a trailing slash: the directory of the organisation follows. */
  readonly microsoft: string;
  readonly google: string;
  /** The page where a person consents; that of Microsoft is below its other address. */
  readonly googleConsent: string;
}

export const mailTokenVariables = {
  MAIL_MICROSOFT_URL: serviceUrl('https://login.microsoftonline.com'),
  MAIL_GOOGLE_TOKEN_URL: serviceUrl('https://oauth2.googleapis.com/token'),
  MAIL_GOOGLE_AUTHORIZE_URL: serviceUrl('https://accounts.google.com/o/oauth2/v2/auth'),
};
const variables = z.object(mailTokenVariables);

export function mailTokenUrls(env: z.infer<typeof variables>): MailTokenUrls {
  return {
    microsoft: withoutSlash(env.MAIL_MICROSOFT_URL),
    google: env.MAIL_GOOGLE_TOKEN_URL,
    googleConsent: env.MAIL_GOOGLE_AUTHORIZE_URL,
  };
}

/** The addresses of Microsoft and Google. */
export const usualMailTokenUrls = mailTokenUrls(variables.parse({}));
