/** Licence texts of packages that ship no licence file, as declared on their own pages. */
import { readFileSync } from 'node:fs'

/** As Debian has it in /usr/share/common-licenses. */
const lgpl = readFileSync(new URL('lgpl-2.1.txt', import.meta.url), 'utf8')

/** @param {string} holder */
const mit = (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`

/** @param {string} holder */
const isc = (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.`

/** @param {string} holder */
const zlib = (holder) => `Copyright (C) ${holder}

This software is provided 'as-is', without any express or implied
warranty.  In no event will the author be held liable for any damages
arising from the use of this software.

Permission is granted to anyone to use this software for any purpose,
including commercial applications, and to alter it and redistribute it
freely, subject to the following restrictions:

1. The origin of this software must not be misrepresented; you must not
   claim that you wrote the original software. If you use this software
   in a product, an acknowledgment in the product documentation would be
   appreciated but is not required.
2. Altered source versions must be plainly marked as such, and must not be
   misrepresented as being the original software.
3. This notice may not be removed or altered from any source distribution.`

/**
 * SPDX expressions of packages that contain code under a licence which they do not declare.
 * @type {Readonly<Record<string, string>>}
 */
export const LICENCES = {
  'mpg123-decoder': 'MIT AND LGPL-2.1-only',
  '@wasm-audio-decoders/common': 'MIT AND Zlib',
  ssh2: 'MIT',
}

/** @type {Readonly<Record<string, string>>} */
export const TEXTS = {
  'abstract-logging': mit('James Sumners'),
  'mpg123-decoder': [
    mit('Ethan Halsall'),
    `Governing mpg123, which it contains as WebAssembly:\n\nCopyright (c) Michael Hipp and others; source code: https://www.mpg123.de\n\n${lgpl}`,
  ].join('\n\n'),
  '@wasm-audio-decoders/common': [
    mit('Ethan Halsall'),
    `Governing puff, which it contains as WebAssembly, altered:\n\n${zlib('2002-2013 Mark Adler, all rights reserved')}`,
  ].join('\n\n'),
  'werift-ice': mit('2020 shinyoshiaki'),
  saxes: [
    isc('Contributors'),
    `Governing sax, from which saxes was made:\n\n${isc('Isaac Z. Schlueter and Contributors')}`,
    `Governing its String.fromCodePoint:\n\n${mit('Mathias Bynens')}`,
  ].join('\n\n'),
}

const unicode = readFileSync(new URL('unicode-3.0.txt', import.meta.url), 'utf8')

/**
 * Data in our bundles that comes from no package of theirs.
 * @type {readonly { name: string, version: string, licence: string, text: string }[]}
 */
export const DATA = [
  { name: 'Unicode CLDR', version: '48.2.0', licence: 'Unicode-3.0', text: unicode.trim() },
]
