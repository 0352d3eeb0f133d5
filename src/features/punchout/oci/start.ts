/** How a browser opens a shop: `post` sends the fields in the body, `get` in the address. */
export interface OciStart {
  readonly url: string;
  readonly method: 'post' | 'get';
  readonly fields: Readonly<Record<string, string>>;
}

export interface OciShop {
  readonly url: string;
  readonly identity: string;
  readonly secret: string | null;
  readonly method: 'post' | 'get';
}

/**
 * The form that opens an OCI shop (PUN-05). The login field names are the usual ones; a shop with other names has its
 * own in the address, as `?user=...`, which are kept.
 */
export function ociStart(shop: OciShop, hookUrl: string): OciStart {
  const own = Object.fromEntries(new URL(shop.url).searchParams);
  const fields = {
    USERNAME: shop.identity,
    ...(shop.secret === null ? {} : { PASSWORD: shop.secret }),
    HOOK_URL: hookUrl,
    '~OkCode': 'ADDI',
    '~TARGET': '_top',
    '~CALLER': 'CTLG',
    OCI_VERSION: '4.0',
    http_content_charset: 'utf-8',
    returntarget: '_top',
  };
  if (shop.method === 'post') return { url: shop.url, method: 'post', fields };
  const url = new URL(shop.url);
  url.search = '';
  return { url: url.href, method: 'get', fields: { ...own, ...fields } };
}
