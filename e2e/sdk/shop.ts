// A shop whose pages use the client: rendered by a server that sets cookies, with Attune below
// `/attune` of the same site; or files alone, which call Attune at its own address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { createClient } from '@attune/sdk';
import { visitorFor } from '@attune/sdk/server';
import { type AppProps, renderApp } from '../../packages/sdk/src/render.fixture.ts';

interface Keys {
  readonly server: string;
  readonly page: string;
}

export interface Shop {
  readonly url: string;
  /** Paths below `/attune` that were requested. */
  readonly proxied: readonly string[];
}

/** Opens a shop. `script` is the React program of its pages. */
export async function openShopOf(attune: string, keys: Keys, script: string): Promise<Shop> {
  const client = createClient({ url: attune, key: keys.server, timeoutMs: 20_000 });
  const proxied: string[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://shop.example');
    if (pathname.startsWith('/attune/')) {
      proxied.push(pathname);
      await proxy(attune, pathname.slice('/attune'.length), request, response);
    } else if (pathname === '/app.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
    } else if (pathname === '/rendered') {
      const { hero } = await visitorFor(client, request, response).experiences({
        hero: { headline: 'Welcome' },
      });
      html(response, rendered({ url: '/attune', apiKey: keys.page, preloaded: { hero } }));
    } else {
      const isFiles = pathname.startsWith('/files');
      if (!isFiles) visitorFor(client, request, response);
      html(response, page(isFiles ? attune : '/attune', keys.page, pathname));
    }
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  after(() => server.close());
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, proxied };
}

/** What a rule of a proxy does: same site for the browser, Attune behind it. */
async function proxy(attune: string, path: string, request: IncomingMessage, out: ServerResponse) {
  const { method = 'GET', headers } = request;
  const body = Buffer.concat(await request.toArray());
  const passed = ['content-type', 'svc-api-key', 'user-agent'].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
  );
  const init = { method, headers: Object.fromEntries(passed) };
  const answer = await fetch(attune + path, method === 'GET' ? init : { ...init, body });
  out.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  out.end(Buffer.from(await answer.arrayBuffer()));
}

function html(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Shop</title>${text}`);
}

/** A page with a script tag. Its link reports a click and leads away at once. */
const page = (attune: string, key: string, path: string) => `
<p id="hero"></p><a href="${path}-next">On</a>
<script src="${attune}/sdk.js"></script>
<script>
  const visitor = Attune.createVisitor({ key: '${key}', timeoutMs: 20000, batchMs: 60000 });
  visitor.experience('hero', { headline: 'Welcome' }).then((hero) => {
    document.getElementById('hero').textContent = hero.value.headline;
    document.querySelector('a').onclick = () => visitor.click(hero);
  });
  visitor.pageview();
</script>`;

/** A page of React, rendered with what was chosen; everything that it shows is noted. */
const rendered = (props: AppProps) => `
<div id="root">${renderApp(props)}</div>
<script>
  var props = ${JSON.stringify(props).replaceAll('<', '\\u003c')};
  var texts = [document.getElementById('root').textContent];
  new MutationObserver(() => texts.push(document.getElementById('root').textContent))
    .observe(document.getElementById('root'), { childList: true, subtree: true, characterData: true });
</script>
<script src="/app.js"></script>`;
