{{- /* Changes a Deployment: adds what all have, as kustomize's patch does, and what the values say. */}}
{{- define "site.deployment" }}
{{- $ := .root }}
{{- $spec := .object.spec }}
{{- $own := index $.Values (index .object.metadata.labels "app.kubernetes.io/component") | default dict }}
{{- $patch := first ($.Files.Get "base/kustomization.yaml" | fromYaml).patches }}
{{- $common := ($.Files.Get (printf "base/%s" $patch.path) | fromYaml).spec.template.spec }}
{{- $pod := $spec.template.spec }}
{{- $container := first $pod.containers }}
{{- $commonContainer := first $common.containers }}

{{- $_ := set $commonContainer "env" (concat $commonContainer.env $container.env) }}
{{- $_ := mergeOverwrite $commonContainer (omit $container "env") }}
{{- $_ := set $common "volumes" (concat $common.volumes $pod.volumes) }}
{{- $_ := mergeOverwrite $common (omit $pod "containers" "volumes") }}
{{- $_ := set $spec.template "spec" $common }}

{{- range $commonContainer.env }}
{{- if hasKey $.Values.settings .name }}{{ fail (printf "settings.%s: every pod has its own. Remove it." .name) }}{{ end }}
{{- end }}
{{- $_ := set $commonContainer "image" (include "site.image" $) }}
{{- with $own.replicas }}{{ $_ := set $spec "replicas" . }}{{ end }}
{{- with $own.resources }}{{ $_ := mergeOverwrite $commonContainer.resources . }}{{ end }}
{{- range $common.volumes }}
{{- if and .secret $own.secret }}{{ $_ := set .secret "secretName" $own.secret }}{{ end }}
{{- end }}
{{- /* Pods are replaced when their settings change. */}}
{{- $settings := printf "%s%s" (include "site.settings" $) $.Values.keys }}
{{- $_ := set $spec.template.metadata "annotations" (dict "checksum/settings" (sha256sum $settings)) }}
{{- end }}

{{- define "site.image" }}
{{- $hasTag := regexMatch "(:[^/]+|@sha256:.+)$" .Values.image }}
{{- ternary .Values.image (printf "%s:%s" .Values.image .Chart.AppVersion) $hasTag }}
{{- end }}
