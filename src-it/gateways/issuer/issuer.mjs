// node issuer.mjs PORT CALLBACK: an OpenID Connect issuer that logs everybody in as ada, a clerk of the tenant acme.
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';

const [port, callback] = process.argv.slice(2);
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

const issuer = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: 'awaken', client_secret: 'secret', redirect_uris: [callback] }],
  jwks: { keys: [{ ...key, kid: 'one', use: 'sig', alg: 'RS256' }] },
  // Claims of scopes are in the ID token, not only in the answer of /me.
  conformIdTokenClaims: false,
  // Payara requires jti.
  claims: { openid: ['sub'], profile: ['jti', 'preferred_username', 'org', 'realm_access'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, jti: `${Date.now()}`, preferred_username: 'ada', org: { id: 'acme' }, realm_access: { roles: ['clerk'] } }),
  }),
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  cookies: { keys: ['unused'] },
  async loadExistingGrant({ oidc }) {
    const grant = new issuer.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid profile');
    await grant.save();
    return grant;
  },
});

issuer.use(async (context, next) => {
  if (!context.path.startsWith('/interaction/')) {
    return next();
  }
  context.respond = false;
  await issuer.interactionFinished(context.req, context.res, { login: { accountId: '7' } });
});

issuer.listen(port);
