import { describe, expect, test } from '@rstest/core';
import { publicLink, videoEmbed } from './newsLinks.ts';

describe('an article’s link', () => {
  test.each([
    'https://example.com/',
    'http://example.com/a?b=c#d',
    'https://xn--bthune-bva.example/',
    'HTTPS://EXAMPLE.COM/',
  ])('%s is followed', (link) => {
    expect(publicLink(link)).toBe(new URL(link).href);
  });

  test.each([
    null,
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com/',
    '//example.com/',
    '/en/blog',
    'example.com',
    ' https://example.com/',
    'https://example.com/\n',
    'ht\ttps://example.com/',
    'https:\\\\example.com',
    'https:example.com',
    'https:///example.com',
    'https://',
    'https://example.com:99999/',
    'https://known.example@evil.example/',
    'https://user:secret@example.com/',
    'https://example.com/\u202Emoc.live',
  ])('%j counts as absent', (link) => {
    expect(publicLink(link)).toBeNull();
  });
});

describe('a video', () => {
  const embed = 'https://www.youtube-nocookie.com/embed/cCOL7MC4Pl0';

  test.each([
    'https://www.youtube.com/watch?v=cCOL7MC4Pl0',
    'http://youtube.com/watch?list=x&v=cCOL7MC4Pl0&t=10s',
    'https://m.youtube.com/watch?v=cCOL7MC4Pl0',
    'https://youtu.be/cCOL7MC4Pl0?si=abc',
    'https://www.youtube.com/embed/cCOL7MC4Pl0?autoplay=1',
    'https://www.youtube.com/shorts/cCOL7MC4Pl0',
    'https://www.youtube.com/live/cCOL7MC4Pl0',
    embed,
  ])('%s is embedded without cookies', (url) => {
    expect(videoEmbed(url)).toBe(embed);
  });

  test.each([
    null,
    'javascript:alert(1)//www.youtube.com/watch?v=cCOL7MC4Pl0',
    '//www.youtube.com/watch?v=cCOL7MC4Pl0',
    ' https://www.youtube.com/watch?v=cCOL7MC4Pl0',
    'https://www.youtube.com.evil.example/watch?v=cCOL7MC4Pl0',
    'https://evil.example/www.youtube.com/watch?v=cCOL7MC4Pl0',
    'https://wwwyoutube.com/watch?v=cCOL7MC4Pl0',
    'https://www.youtube.com@evil.example/watch?v=cCOL7MC4Pl0',
    'https://www.y\u043Eutube.com/watch?v=cCOL7MC4Pl0',
    'https://www.youtube.com:8443/watch?v=cCOL7MC4Pl0',
    'https://www.youtube.com./watch?v=cCOL7MC4Pl0',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=cCOL7MC4Pl0%22onload',
    'https://www.youtube.com/embed/cCOL7MC4Pl0/../../x',
    'https://youtu.be/cCOL7MC4Pl0/extra',
    'https://vimeo.com/1234567',
  ])('%j counts as absent', (url) => {
    expect(videoEmbed(url)).toBeNull();
  });
});
