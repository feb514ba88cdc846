# The command as an image: docker build -t animal-store-conformance .
# It writes its reports into /work; docs/ci.md shows how to keep them.
ARG BASE=node:22-alpine@sha256:8094c002d08262dba12645a3b4a15cd6cd627d30bc782f53229a2ec13ee22a00

FROM ${BASE} AS build
WORKDIR /source
COPY . .
# This builds, too: the script of dependencies does.
RUN npm ci --no-audit --no-fund
# Not here: what it builds with is gone.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${BASE}
ENV NODE_ENV=production
WORKDIR /opt/animal-store-conformance
COPY --from=build /source/package.json ./
COPY --from=build /source/node_modules ./node_modules
COPY --from=build /source/schemas ./schemas
COPY --from=build /source/assets ./assets
COPY --from=build /source/dist ./dist
RUN chmod 755 dist/src/cli/main.js && ln -s "$PWD/dist/src/cli/main.js" /usr/local/bin/animal-store-conformance
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["animal-store-conformance"]
CMD ["--help"]
