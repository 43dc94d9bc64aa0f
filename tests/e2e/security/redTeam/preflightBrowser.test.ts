import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@rstest/core';
import { startConfinedBrowser } from '@site/server/preflight/browser/confinedBrowser.ts';
import { findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { atTestEnd } from '@site/testkit/cleanUp.ts';

/** The attacker's release is tried in a browser on the owner's machine, and looks for what else listens there. */

const patiently = { timeout: 10_000 };

/** A port that something listens on, with TCP and UDP, and what has arrived there. */
async function victim() {
  const arrived: string[] = [];
  const tcp = createServer((socket) => {
    arrived.push('tcp');
    socket.on('error', () => {});
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4').on('message', () => arrived.push('udp'));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  atTestEnd(() => {
    tcp.close();
    udp.close();
  });
  return { port, arrived };
}

/** Every way to a port that a page has. `done` counts those that have ended. */
const attack = (port: number) => `<!doctype html>
<link rel="preconnect" href="http://127.0.0.1:${port}">
<link rel="preconnect" href="https://127.0.0.1:${port}" crossorigin>
<link rel="preconnect" href="http://[::ffff:127.0.0.1]:${port}">
<img src="http://localhost:${port}/a.png" onerror="done += 1">
<script>
  var done = 0;
  const count = () => { done += 1; };
  const at = '127.0.0.1:${port}';
  fetch('http://' + at, { mode: 'no-cors' }).catch(count);
  new WebSocket('ws://' + at).onerror = count;
  if (window.WebTransport) new WebTransport('https://' + at).ready.catch(count); else count();
  const gather = (iceServers) => {
    const peer = new RTCPeerConnection({ iceServers });
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && count();
    peer.createDataChannel('a');
    peer.setLocalDescription();
  };
  gather([{ urls: 'stun:' + at }]);
  gather([{ urls: ['turn:' + at + '?transport=tcp', 'turn:' + at, 'turns:' + at + '?transport=tcp'], username: 'a', credential: 'b' }]);
  (async () => {
    const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()];
    one.createDataChannel('a');
    await one.setLocalDescription();
    await other.setRemoteDescription(one.localDescription);
    await other.setLocalDescription();
    await one.setRemoteDescription(other.localDescription);
    for (const way of ['udp 2113937151 127.0.0.1 ${port} typ host', 'tcp 1518280447 127.0.0.1 ${port} typ host tcptype passive'])
      await one.addIceCandidate({ candidate: 'candidate:1 1 ' + way, sdpMid: '0', sdpMLineIndex: 0 });
    count();
  })();
</script>`;

async function siteWith(html: string): Promise<string> {
  const site = createHttpServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html));
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  atTestEnd(() => {
    site.close();
    site.closeAllConnections();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

test('no way leads from a page to another port of the machine, and its own site works', async () => {
  const { port, arrived } = await victim();
  const origin = await siteWith(attack(port));
  // As root, as in many a CI, the browser has no sandbox of its own.
  const { browser, allow, close } = await startConfinedBrowser(await findBrowser(), false);
  atTestEnd(close);
  allow(origin);
  const page = await browser.newPage();
  expect((await page.goto(origin))?.status()).toBe(200);
  await expect.poll(async () => [await page.evaluate('done'), ...arrived], patiently).toEqual([7]);
});
