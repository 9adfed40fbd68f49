// Where requests may go. The configuration names every place; nothing that a request says adds one.
import { HttpError, misconfigured } from './errors.js';

const MODES = ['report', 'repair', 'strict'];
/** Members of an upstream in the configuration. */
const MEMBERS = ['url', 'provider', 'gateway', 'mode', 'options'];
/** First segments that are the Worker's own. */
const RESERVED = ['v1', 'healthz'];
/** Where credentials may go without TLS: to this machine, in tests. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Providers as Cloudflare's AI Gateway spells them in its addresses, and as the library knows them. */
const GATEWAY_PROVIDERS = {
  'aws-bedrock': 'amazon-bedrock',
  'google-ai-studio': 'google',
  'google-vertex-ai': 'google-vertex',
  grok: 'xai',
};

/**
 * The variable `UPSTREAMS`, checked: an object, or JSON of one, that says for each first segment of an address where
 * requests go.
 *
 * @returns {Map<string, { url: URL, provider?: string, gateway: boolean, mode: string, options?: object }>}
 */
export function readUpstreams(variable) {
  const upstreams = new Map();
  for (const [name, given] of Object.entries(parsed(variable))) upstreams.set(name, readUpstream(name, given));
  return upstreams;
}

function parsed(variable) {
  try {
    const value = typeof variable === 'string' ? JSON.parse(variable) : variable;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below: a parser's own words could quote what is secret.
  }
  throw misconfigured('UPSTREAMS is not an object');
}

function readUpstream(name, given) {
  const { url, provider, gateway = false, mode = 'repair', options } = given ?? {};
  const wrong = (what) => misconfigured(`UPSTREAMS.${name} ${what}`);
  if (!/^[a-z0-9-]+$/.test(name) || RESERVED.includes(name)) throw wrong('has a name that no address can have');
  const unknown = Object.keys(given ?? {}).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) throw wrong(`has the unknown member ${unknown}`);
  if (!MODES.includes(mode)) throw wrong(`has a mode that is none of ${MODES.join(', ')}`);
  return { url: baseUrl(url, wrong), provider, gateway, mode, options };
}

function baseUrl(text, wrong) {
  if (!URL.canParse(text)) throw wrong('has no url');
  const url = new URL(text);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!secure) throw wrong('has a url without https');
  if (url.username || url.password || url.search || url.hash) throw wrong('has a url with more than a place and a path');
  return url;
}

/**
 * The upstream of an address, the address there, and the provider behind it; nothing when the first segment names no
 * upstream.
 *
 * @param {URL} url  of the incoming request, whose dot segments the parser has already resolved
 */
export function resolveUpstream(url, upstreams) {
  const [, name, rest] = /^\/([^/]*)(.*)$/.exec(url.pathname);
  const upstream = upstreams.get(name);
  if (!upstream) return undefined;
  const path = decodedPath(rest);
  return { name, ...upstream, path, provider: providerOf(upstream, path), url: joined(upstream.url, rest, url.search) };
}

/** The provider that the configuration names; behind a gateway the first segment names it. */
function providerOf({ provider, gateway }, path) {
  if (!gateway) return provider;
  const [, segment] = path.split('/');
  return Object.hasOwn(GATEWAY_PROVIDERS, segment) ? GATEWAY_PROVIDERS[segment] : segment;
}

/**
 * Set as a path and never resolved as a reference, so that `//elsewhere.example` stays a path; looked at once more,
 * because everything depends on it.
 */
function joined(base, rest, search) {
  const root = base.pathname.replace(/\/$/, '');
  const url = new URL(base);
  url.pathname = root + rest;
  url.search = search;
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${root}/`)) throw invalidPath();
  return url;
}

/** Refuses what a server behind might read as another path: dots, slashes and percent signs in disguise. */
function decodedPath(path) {
  const decoded = decode(path);
  const isDisguised = /[\\\p{Cc}]|%(?:2e|2f|5c|25)/iu.test(decoded);
  const climbs = decoded.split('/').some((segment) => segment === '.' || segment === '..');
  if (isDisguised || climbs) throw invalidPath();
  return decoded;
}

function decode(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidPath();
  }
}

function invalidPath() {
  return new HttpError(400, { code: 'invalid-path', message: 'the path can be read in more than one way' });
}
