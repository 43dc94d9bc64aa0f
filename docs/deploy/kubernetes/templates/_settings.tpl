{{- /* The settings of all servers: those of base/kustomization.yaml, and the values. */}}
{{- define "site.settings" }}
{{- $settings := dict "SITE_ORIGIN" (printf "https://%s" .Values.host) }}
{{- range (first (.Files.Get "base/kustomization.yaml" | fromYaml).configMapGenerator).literals }}
{{- $parts := splitn "=" 2 . }}
{{- $_ := set $settings $parts._0 $parts._1 }}
{{- end }}
{{- range $name, $value := .Values.settings }}{{ $_ := set $settings $name $value }}{{ end }}
{{- toYaml $settings }}
{{- end }}
