import lighthouse from 'lighthouse';
import { spawn } from 'node:child_process'; import { mkdtempSync } from 'node:fs';
import { httpsSite } from './tests/bench/site/httpsSite.ts'; import { serve } from './tests/bench/site/serve.ts';
const paths=process.argv.slice(3);
const site = await httpsSite(async (origin) => { const server = await serve('dist', { SITE_ORIGIN: origin }); for (const path of paths) await fetch(server.origin + path); return server; });
await new Promise(r=>setTimeout(r,4000));
async function run(url){
  const prof=mkdtempSync('/tmp/lhp-'); const b=spawn('/usr/bin/chromium',['--headless=new','--no-sandbox','--disable-gpu','--disable-quic','--ignore-certificate-errors','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync','--remote-debugging-port=0','--user-data-dir='+prof,'about:blank'],{stdio:['ignore','ignore','pipe']});
  const port=await new Promise(r=>{let s='';b.stderr.on('data',d=>{s+=d;const m=/127\.0\.0\.1:(\d+)/.exec(s);if(m)r(+m[1])})});
  try{ const {lhr}=await lighthouse(url,{port,logLevel:'error',disableFullPageScreenshot:true,onlyCategories:['performance']});
   const doc=lhr.audits['network-requests'].details.items.find(i=>i.resourceType==='Document');
   const before=lhr.audits['network-requests'].details.items.filter(i=>i.networkRequestTime<lhr.audits.metrics.details.items[0].observedFirstContentfulPaint).map(i=>i.url.split('/').at(-1).slice(0,22));
   return [lhr.audits['first-contentful-paint'].numericValue,lhr.audits['largest-contentful-paint'].numericValue,lhr.audits['total-blocking-time'].numericValue].map(Math.round).join('/')+' doc '+doc.transferSize+' oFCP '+lhr.audits.metrics.details.items[0].observedFirstContentfulPaint+(process.env.B?' '+before.join(','):''); } finally {b.kill()}
}
for(let k=0;k<+process.argv[2];k++)for(const p of paths) console.log(p, await run(site.origin+p));
await site.stop(); process.exit();
